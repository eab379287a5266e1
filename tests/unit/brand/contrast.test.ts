import { expect, test } from 'vitest';
import { contrast, luminance } from '../../../src/brand/contrast.ts';

// From the WCAG definitions and https://webaim.org/resources/contrastchecker/
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.478],
  ['#767676', '#ffffff', 4.542],
  ['#333333', '#ffffff', 12.635],
  ['#ff0000', '#ffffff', 3.998],
  ['#0000ff', '#ffffff', 8.592],
])('%s on %s has a contrast ratio of %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 3);
});

test('the ratio is the same whichever color is the text', () => {
  expect(contrast('#14181a', '#d9f01f')).toBe(contrast('#d9f01f', '#14181a'));
});

test('three digits mean the same as six, in upper or lower case', () => {
  expect(luminance('#fC0')).toBe(luminance('#FFCC00'));
});

test.each(['red', '#12345', '#12345678', 'rgb(0 0 0)', '', '#ggg'])(
  'luminance refuses %o, which is not a hex color',
  (color) => {
    expect(() => luminance(color)).toThrow('Not a color like #rgb or #rrggbb');
  },
);
