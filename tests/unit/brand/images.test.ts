import { expect, test } from 'vitest';
import { ico } from '../../../src/brand/ico.ts';
import { icons } from '../../../src/brand/icons.ts';
import { mark, markSvg } from '../../../src/brand/mark.ts';
import { png } from '../../../src/brand/raster.ts';
import { socialImage } from '../../../src/brand/social-image.ts';
import { colours } from '../../../src/brand/tokens.ts';

const drawn = {
  headline: 'Stop paying for effort. Pay only for results.',
  lines: [{ label: 'Retainer', amount: '$0' }],
  total: { label: 'Total', amount: '$390' },
  stamp: 'Paid per lead',
  name: 'Leadwright',
  place: 'Houston, TX',
  colours,
};

const sizeOf = (image: Uint8Array) => {
  const view = new DataView(image.buffer, image.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
};

test('an ICO file says where each of its images begins and how long it is', () => {
  const images = [
    { size: 16, png: Uint8Array.of(1, 2, 3) },
    { size: 256, png: Uint8Array.of(4, 5) },
  ];
  const file = ico(images);
  const view = new DataView(file.buffer);
  expect([...file.slice(0, 6)]).toEqual([0, 0, 1, 0, 2, 0]);
  images.forEach(({ size, png }, index) => {
    const entry = 6 + index * 16;
    expect(file[entry]).toBe(size % 256);
    expect(file[entry + 1]).toBe(size % 256);
    expect(view.getUint16(entry + 6, true)).toBe(32);
    const length = view.getUint32(entry + 8, true);
    const start = view.getUint32(entry + 12, true);
    expect(file.slice(start, start + length)).toEqual(png);
  });
  expect(file).toHaveLength(6 + 2 * 16 + 5);
});

test('the mark leaves out its ticks where they would blur', () => {
  const at = (size: number) => markSvg({ field: '#fff', ink: '#000', size });
  expect(at(16)).not.toContain(mark.ticks);
  expect(at(32)).toContain(mark.ticks);
});

test('a launcher that crops to a circle leaves the whole mark', () => {
  const corners = [
    [12, 8],
    [52, 56],
  ] as const;
  const { scale } = icons['icon-maskable-512'];
  for (const [x, y] of corners) {
    expect(Math.hypot(x - 32, y - 32) * scale).toBeLessThanOrEqual(64 * 0.4);
  }
});

test('the social image is 1200 by 630 and the same at every build', () => {
  const image = png(socialImage(drawn));
  expect(sizeOf(image)).toEqual({ width: 1200, height: 630 });
  expect(png(socialImage(drawn))).toEqual(image);
});

test('the social image shows its words and not only its lines', () => {
  const wordless = png(socialImage({ ...drawn, headline: ' ' }));
  expect(png(socialImage(drawn)).length).toBeGreaterThan(wordless.length + 1000);
});

test('the social image writes nothing too small to be read in a feed', () => {
  const sizes = [...socialImage(drawn).matchAll(/font-size="(\d+)"/g)].map(([, size]) =>
    Number(size),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
});

test('the social image breaks the headline between words, each sentence on its own lines', () => {
  const lines = [...socialImage(drawn).matchAll(/font-size="118"[^>]*>([^<]*)</g)].map(
    ([, line]) => line,
  );
  expect(lines).toEqual(['Stop paying', 'for effort.', 'Pay only', 'for results.']);
});

test('words with signs of markup are drawn as they are', () => {
  const svg = socialImage({ ...drawn, name: '<Leads & Co>' });
  expect(svg).toContain('&#60;Leads &#38; Co&#62;');
  expect(() => png(svg)).not.toThrow();
});
