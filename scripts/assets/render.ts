import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';

const fontFile = fileURLToPath(
  new URL('../../src/assets/fonts/barlow-condensed-600.ttf', import.meta.url),
);

// Resvg silently leaves text out if it can't read its font, so read it here first.
readFileSync(fontFile);

/** Reads an SVG with the site's own font only, so that every machine draws the same letters. */
const read = (svg: string): Resvg =>
  new Resvg(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: [fontFile],
      defaultFontFamily: 'Barlow Condensed SemiBold',
    },
  });

export const png = (svg: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(read(svg).render().asPng());

/** How wide one line of text is, in pixels. */
export const widthOf = (line: string, size: number): number =>
  read(
    `<svg xmlns="http://www.w3.org/2000/svg" font-family="Barlow Condensed SemiBold" font-size="${size}"><text>${line}</text></svg>`,
  ).getBBox()?.width ?? 0;

/** Packs PNGs into an ICO file. https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10) */
export function ico(images: readonly { size: number; png: Uint8Array }[]): Buffer {
  let offset = 6 + 16 * images.length;
  const entries = images.map(({ size, png }) => {
    const entry = Buffer.from([size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  const head = Buffer.from([0, 0, 1, 0, images.length, 0]);
  return Buffer.concat([head, ...entries, ...images.map(({ png }) => png)]);
}
