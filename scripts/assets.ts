/** `npx node scripts/assets.ts`: makes the subset of the display font. Commit what it makes. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
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

function fromPackage(path: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource/barlow-condensed/${path}`));
}

if (import.meta.main) {
  noArguments('This command has no options: npx node scripts/assets.ts');
  await copyFile(fromPackage('LICENSE'), new URL('OFL.txt', folder));
  for (const [file, format] of Object.entries(fontFiles)) {
    const font = await displayFont(format);
    await writeFile(new URL(file, folder), font);
    console.log(`${file}: ${font.length.toLocaleString('en-US')} bytes`);
  }
}
