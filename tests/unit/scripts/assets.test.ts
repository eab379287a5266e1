import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  characters,
  displayFont,
  fontFiles,
  fontFolder,
  ico,
  markSvg,
  maskableScale,
  publicFolder,
  textFiles,
} from '../../../scripts/assets.ts';
import { png, widthOf } from '../../../scripts/build/drawing.ts';
import { linesOf, socialSvg } from '../../../scripts/build/social-images.ts';
import { mark } from '../../../src/brand.ts';
import { company } from '../../../src/copy/company.ts';

test('the committed font has each letter that the copy uses (if not, run `npx node scripts/assets.ts`)', async () => {
  for (const [file, format] of Object.entries(fontFiles))
    expect((await displayFont(format)).equals(readFileSync(new URL(file, fontFolder))), file).toBe(
      true,
    );
  for (const file of globSync('{src/copy/*.ts,site/**/*.{json,yaml}}')) {
    // The copy shows keyboard keys in the text's font.
    const copy = readFileSync(file, 'utf8').replaceAll(/signs: .+/g, '');
    const letters = copy.match(/[^ -~\n]/gu) ?? [];
    expect(letters.join(''), file).toBe(letters.filter((it) => characters.includes(it)).join(''));
  }
});

test.each(Object.entries(textFiles))(
  'the committed public/%s has the company’s name, mark and colors (if not, run `npx node scripts/assets.ts`)',
  (file, make) => {
    expect(readFileSync(new URL(file, publicFolder), 'utf8')).toBe(make());
  },
);

test('an ICO file gives the offset and length of each of its images', () => {
  const images = [
    { size: 16, png: Uint8Array.of(1, 2, 3) },
    { size: 32, png: Uint8Array.of(4, 5) },
  ];
  const file = ico(images);
  expect([...file.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0]);
  images.forEach(({ size, png }, index) => {
    const entry = file.subarray(6 + index * 16);
    expect([...entry.subarray(0, 8)]).toEqual([size, size, 0, 0, 1, 0, 32, 0]);
    const start = entry.readUInt32LE(12);
    expect([...file.subarray(start, start + entry.readUInt32LE(8))]).toEqual([...png]);
  });
});

describe('the mark', () => {
  test('omits its ticks at sizes where they would blur', () => {
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

describe('the preview image of a shared page', () => {
  const svg = socialSvg(company.tagline);

  test('shows its words, all large enough to read in a feed', () => {
    expect(svg).toContain(company.name);
    expect(socialSvg('Trees', '$500').match(/>\$500</g)).toHaveLength(2);
    expect(svg).not.toMatch(/[{}]/);
    const wordless = png(svg.replaceAll(/<text[^]*?<\/text>/g, ''));
    expect(png(svg).length).toBeGreaterThan(wordless.length + 1000);
    const sizes = [...svg.matchAll(/font-size="(\d+)"/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
  });

  test('breaks the heading between words, and starts each sentence on a new line', () => {
    expect(linesOf('Stop paying for effort. Pay only for results.', 118)).toEqual([
      'Stop paying',
      'for effort.',
      'Pay only',
      'for results.',
    ]);
  });

  test.each([
    'Don’t contact this number or address',
    'Pay per lead for commercial refrigeration and air conditioning repair in Houston, Texas',
  ])('keeps “%s” beside the bill and above the name', (heading) => {
    const [, size, text = ''] =
      /<g font-size="(\d+)">(<text x="56".*?)<\/g>/.exec(socialSvg(heading)) ?? [];
    const lines = [...text.matchAll(/y="([\d.]+)">(.*?)<\/text>/g)];
    expect(lines.map(([, , line]) => line).join(' ')).toBe(heading);
    for (const [, y, line = ''] of lines) {
      expect(56 + widthOf(line, Number(size))).toBeLessThan(600);
      expect(Number(y)).toBeLessThan(515);
    }
  });
});
