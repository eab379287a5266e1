/**
 * `npm run assets`: makes the font's subset, and draws the icons and the social image of public/. Commit
 * what it makes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { drawings, type Drawing } from './assets/drawings.ts';
import { noArguments } from './command.ts';

/** Printable ASCII without the signs of code. Any other character shows in the fallback face. */
const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, i) => 0x20 + i)).replace(
  /[\\^`{|}~<>]/g,
  '',
);
const typographic = '‘’“”–—…·×−™';
const accented = 'áéíóúüñÁÉÍÓÚÜÑ';
const noBreakSpace = '\u00a0';
export const characters = ascii + typographic + accented + noBreakSpace;

export const folder = new URL('../src/assets/fonts/', import.meta.url);
const face = 'barlow-condensed-600';
const source = fromPackage('files/barlow-condensed-latin-600-normal.woff2');

// Hinting is half of the file and doesn't improve large sizes.
// Lining figures are the default, so only kerning and tabular figures need to be kept.
const options = { keepFeatures: ['kern', 'tnum'], noHinting: true };

/** The display font with what headings and prices need. */
export const displayFont = async (targetFormat: 'woff2' | 'sfnt'): Promise<Buffer> =>
  subsetFont(await readFile(source), characters, { targetFormat, ...options });

/** Browsers read woff2; the renderer of the social image reads only TrueType. */
export const fontFiles = { [`${face}.woff2`]: 'woff2', [`${face}.ttf`]: 'sfnt' } as const;

async function subsetDisplayFont(): Promise<void> {
  await copyFile(fromPackage('LICENSE'), new URL('OFL.txt', folder));
  for (const [file, format] of Object.entries(fontFiles)) {
    const font = await displayFont(format);
    await writeFile(new URL(file, folder), font);
    console.log(`${file}: ${font.length.toLocaleString('en-US')} bytes`);
  }
}

function fromPackage(path: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource/barlow-condensed/${path}`));
}

/**
 * A hash for each file, of the file and what it was drawn from. A test compares them instead of drawing
 * again, because renderers on other processors round colors differently.
 */
const record = new URL('./assets/drawn.json', import.meta.url);

const place = ({ file }: Drawing): URL => new URL(`../public/${file}`, import.meta.url);

const hashOf = (drawing: Drawing): string =>
  createHash('sha256')
    .update(drawing.source)
    .update(readFileSync(place(drawing)))
    .digest('hex');

/** The files of public/ that `npm run assets` would draw differently, or that someone edited. */
export function staleFiles(from: readonly Drawing[] = drawings): string[] {
  const hashes = JSON.parse(readFileSync(record, 'utf8')) as Record<string, string>;
  return from.filter((it) => hashes[it.file] !== hashOf(it)).map(({ file }) => file);
}

if (import.meta.main) {
  noArguments('This command has no options: npm run assets');
  await subsetDisplayFont();
  for (const it of drawings) writeFileSync(place(it), it.draw());
  const hashes = Object.fromEntries(drawings.map((it) => [it.file, hashOf(it)]));
  writeFileSync(record, `${JSON.stringify(hashes, null, 2)}\n`);
}
