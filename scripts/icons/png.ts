import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';

const fontFile = fileURLToPath(
  new URL('../../src/assets/fonts/barlow-condensed-600.ttf', import.meta.url),
);

// Resvg silently leaves text out if it can't read its font, so read it here first.
readFileSync(fontFile);

/** Renders an SVG with the site's own font only, so that every machine draws the same letters. */
export function png(svg: string): Uint8Array<ArrayBuffer> {
  const image = new Resvg(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: [fontFile],
      defaultFontFamily: 'Barlow Condensed SemiBold',
    },
  });
  return new Uint8Array(image.render().asPng());
}
