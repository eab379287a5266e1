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

/** Packs PNGs into an ICO file. https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10) */
export function ico(images: readonly { size: number; png: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const headerLength = 6;
  const entryLength = 16;
  const firstImage = headerLength + entryLength * images.length;
  const file = new Uint8Array(images.reduce((sum, { png }) => sum + png.length, firstImage));
  const view = new DataView(file.buffer);

  view.setUint16(2, 1, true); // an icon, not a cursor
  view.setUint16(4, images.length, true);

  let offset = firstImage;
  images.forEach(({ size, png }, index) => {
    const entry = headerLength + entryLength * index;
    view.setUint8(entry, size % 256); // the format writes 256 as 0
    view.setUint8(entry + 1, size % 256);
    view.setUint16(entry + 4, 1, true); // color planes
    view.setUint16(entry + 6, 32, true); // bits per pixel
    view.setUint32(entry + 8, png.length, true);
    view.setUint32(entry + 12, offset, true);
    file.set(png, offset);
    offset += png.length;
  });
  return file;
}
