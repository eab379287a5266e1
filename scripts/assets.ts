/**
 * `npx node scripts/assets.ts` generates files that a build only copies: the icons, the web manifest
 * and the subset of the display font. Run it after you change the mark, a color, the company's name
 * or the font's characters, and commit the result.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { colors, mark } from '../src/brand.ts';
import { company } from '../src/copy/company.ts';
import { png } from './build/drawing.ts';
import { noArguments } from './command.ts';

/** Printable ASCII without the symbols of code. Other characters use the fallback font. */
const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, i) => 0x20 + i)).replace(
  /[\\^`{|}~<>]/g,
  '',
);
const typographic = '‘’“”–—…·×−™';
const accented = 'áéíóúüñÁÉÍÓÚÜÑ';
const noBreakSpace = '\u00a0';
export const characters = ascii + typographic + accented + noBreakSpace;

export const fontFolder = new URL('../src/assets/fonts/', import.meta.url);
const face = 'barlow-condensed-600';
const source = fromPackage('files/barlow-condensed-latin-600-normal.woff2');

// Hinting is half of the file and doesn't improve large sizes.
// Lining figures are the default, so only kerning and tabular figures need to be kept.
const options = { keepFeatures: ['kern', 'tnum'], noHinting: true };

/** The display font, reduced to the characters of headings and prices. */
export const displayFont = async (targetFormat: 'woff2' | 'sfnt'): Promise<Buffer> =>
  subsetFont(await readFile(source), characters, { targetFormat, ...options });

/** Browsers read woff2; the renderer of the social image reads only TrueType. */
export const fontFiles = { [`${face}.woff2`]: 'woff2', [`${face}.ttf`]: 'sfnt' } as const;

function fromPackage(path: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource/barlow-condensed/${path}`));
}

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
  /** If omitted, the drawing scales, and CSS hides the ticks at small sizes, where they would blur. */
  size?: number;
  /** Width of the mark relative to its square, from 0 to 1. Smaller for icons that a platform crops. */
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

const icon = (file: string, size: number) => ({
  src: `/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

/** Has no description: owners change their tagline often, and this file would still have the old one. */
const manifest = () => ({
  name: company.name,
  short_name: company.name,
  lang: 'en-US',
  start_url: '/',
  display: 'browser',
  background_color: colors.ground,
  theme_color: colors.primary,
  icons: [
    icon('icon-192.png', 192),
    icon('icon-512.png', 512),
    { ...icon('icon-maskable-512.png', 512), purpose: 'maskable' },
  ],
});

export const publicFolder = new URL('../public/', import.meta.url);

/** A test compares these with the committed files. Images are left out: versions of resvg draw other pixels. */
export const textFiles = {
  'favicon.svg': () => `${markSvg()}\n`,
  'site.webmanifest': () => `${JSON.stringify(manifest(), null, 2)}\n`,
};

const drawnFiles = {
  'favicon.ico': () => ico([16, 32].map((size) => ({ size, png: rendered({ size }) }))),
  'apple-touch-icon.png': () => rendered({ size: 180, scale: 0.9 }),
  'icon-192.png': () => rendered({ size: 192 }),
  'icon-512.png': () => rendered({ size: 512 }),
  'icon-maskable-512.png': () => rendered({ size: 512, scale: maskableScale }),
};

if (import.meta.main) {
  noArguments('This command has no options: npx node scripts/assets.ts');
  await mkdir(publicFolder, { recursive: true });
  for (const [file, make] of Object.entries({ ...textFiles, ...drawnFiles }))
    await writeFile(new URL(file, publicFolder), make());
  await copyFile(fromPackage('LICENSE'), new URL('OFL.txt', fontFolder));
  for (const [file, format] of Object.entries(fontFiles))
    await writeFile(new URL(file, fontFolder), await displayFont(format));
}
