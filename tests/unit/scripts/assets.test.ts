import { describe, expect, test } from 'vitest';
import { drawings, maskableScale, markSvg } from '../../../scripts/assets/drawings.ts';
import { staleFiles } from '../../../scripts/assets.ts';
import { ico, png } from '../../../scripts/assets/render.ts';
import { socialImage } from '../../../scripts/assets/social-image.ts';
import { mark } from '../../../src/brand/mark.ts';
import { colors } from '../../../src/brand/tokens.ts';

const example = {
  headline: 'Stop paying for effort. Pay only for results.',
  lines: [{ label: 'Retainer', amount: '$0' }],
  total: { label: 'Total', amount: '$390' },
  stamp: 'Paid per lead',
  name: 'Leadwright',
  place: 'Houston, TX',
  colors,
};

describe('the committed images', () => {
  test('match the tokens and the company (if not, run `npm run assets` and commit)', () => {
    expect(staleFiles()).toEqual([]);
  });

  test('are stale when what they are drawn from changes', () => {
    const repainted = drawings.map((it) => ({
      ...it,
      source: it.source.replaceAll(colors.primary, '#123456'),
    }));
    expect(staleFiles(repainted)).toEqual(drawings.map(({ file }) => file));
  });
});

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

describe('the mark', () => {
  test('leaves out its ticks where they would blur', () => {
    expect(markSvg({ size: 16 })).not.toContain(mark.ticks);
    expect(markSvg({ size: 32 })).toContain(mark.ticks);
  });

  test('stays whole when a launcher crops the maskable icon to a circle', () => {
    const corners = [
      [12, 8],
      [52, 56],
    ] as const;
    for (const [x, y] of corners) {
      expect(Math.hypot(x - 32, y - 32) * maskableScale).toBeLessThanOrEqual(64 * 0.4);
    }
  });
});

describe('the social image', () => {
  test('shows its words', () => {
    const wordless = png(socialImage({ ...example, headline: ' ' }));
    expect(png(socialImage(example)).length).toBeGreaterThan(wordless.length + 1000);
  });

  test('has no text too small to read in a feed', () => {
    const sizes = [...socialImage(example).matchAll(/font-size="(\d+)"/g)].map(([, size]) =>
      Number(size),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
  });

  test('breaks the headline between words, and starts each sentence on a new line', () => {
    const lines = [...socialImage(example).matchAll(/font-size="118"[^>]*>([^<]*)</g)].map(
      ([, line]) => line,
    );
    expect(lines).toEqual(['Stop paying', 'for effort.', 'Pay only', 'for results.']);
  });

  test('escapes characters that SVG reserves', () => {
    const svg = socialImage({ ...example, name: '<Leads & Co>' });
    expect(svg).toContain('&#60;Leads &#38; Co&#62;');
    expect(() => png(svg)).not.toThrow();
  });
});
