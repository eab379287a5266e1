import { accessSync } from 'node:fs';
import { resolve } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

// From the project's root: a build moves this module elsewhere, but runs there.
const fontFile = resolve('src/assets/fonts/barlow-condensed-600.ttf');

/** An SVG as a PNG, the same bytes on every machine: no font but the site's own is read. */
export function png(svg: string): Uint8Array<ArrayBuffer> {
  // The renderer leaves text out without a word if its font can't be read.
  accessSync(fontFile);
  const image = new Resvg(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: [fontFile],
      defaultFontFamily: 'Barlow Condensed SemiBold',
    },
  });
  return new Uint8Array(image.render().asPng());
}
