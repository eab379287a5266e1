import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { mark, colors } from './brand.ts';

// From the project's root: pages are built from copies of this file that are elsewhere.
const fontFile = resolve('src/assets/fonts/barlow-condensed-600.ttf');

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

/** The width of one line of text, in pixels. */
export const widthOf = (line: string, size: number): number =>
  read(
    `<svg xmlns="http://www.w3.org/2000/svg" font-family="Barlow Condensed SemiBold" font-size="${size}"><text>${line}</text></svg>`,
  ).getBBox()?.width ?? 0;

/** Packs PNGs into an ICO file. https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10) */
export function ico(images: readonly { size: number; png: Uint8Array }[]): Buffer<ArrayBuffer> {
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

interface MarkOptions {
  /** Omit it for a drawing that scales: CSS then hides the ticks where they would blur. */
  size?: number;
  /** The share of the field's side that the mark covers; smaller for icons that a platform crops. */
  scale?: number;
}

const smallestWithTicks = 24;

export function markSvg({ size, scale = 1 }: MarkOptions = {}): string {
  const inset = 32 * (1 - scale);
  const ticks = `<path class="ticks" fill="${colors.primary}" d="${mark.ticks}"/>`;
  const hideTicks = `<style>@media(max-width:${smallestWithTicks - 1}px){.ticks{display:none}}</style>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${mark.viewBox}"`,
    size ? ` width="${size}" height="${size}">` : `>${hideTicks}`,
    `<path fill="${colors.primary}" d="M0 0h64v64H0z"/>`,
    `<g transform="translate(${inset} ${inset}) scale(${scale})">`,
    `<path fill="${colors.ink}" d="${mark.square}"/>`,
    size && size < smallestWithTicks ? '' : ticks,
    '</g></svg>',
  ].join('');
}

const rendered = (options: MarkOptions) => png(markSvg(options));

/**
 * A launcher may crop a maskable icon to a circle of four fifths of its width. This keeps the
 * mark's corners inside it. https://www.w3.org/TR/appmanifest/#icon-masks
 */
export const maskableScale = 0.8;

export const icons = {
  'favicon.ico': () => ico([16, 32].map((size) => ({ size, png: rendered({ size }) }))),
  'favicon.svg': () => new Blob([markSvg()], { type: 'image/svg+xml' }),
  'apple-touch-icon.png': () => rendered({ size: 180, scale: 0.9 }),
  'icon-192.png': () => rendered({ size: 192 }),
  'icon-512.png': () => rendered({ size: 512 }),
  'icon-maskable-512.png': () => rendered({ size: 512, scale: maskableScale }),
};
