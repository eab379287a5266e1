import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';

const fontFile = fileURLToPath(
  new URL('../../src/assets/fonts/barlow-condensed-600.ttf', import.meta.url),
);

// If Resvg can't read its font, it silently omits text. Fail here instead.
readFileSync(fontFile);

/** Uses the site's own font only, so that every machine draws the same letters. */
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

/** The width of one line of text, in pixels. */
export const widthOf = (line: string, size: number): number =>
  read(
    `<svg xmlns="http://www.w3.org/2000/svg" font-family="Barlow Condensed SemiBold" font-size="${size}"><text>${line}</text></svg>`,
  ).getBBox()?.width ?? 0;
