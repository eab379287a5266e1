import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** Printable ASCII without the signs of code. Any other character shows in the fallback face. */
const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, i) => 0x20 + i)).replace(
  /[\\^`{|}~<>]/g,
  '',
);
const typographic = '‘’“”–—…·×−™';
const accented = 'áéíóúüñÁÉÍÓÚÜÑ';
const noBreakSpace = '\u00a0';
const characters = ascii + typographic + accented + noBreakSpace;

const folder = new URL('../../src/assets/fonts/', import.meta.url);
const face = 'barlow-condensed-600';
const source = fromPackage('files/barlow-condensed-latin-600-normal.woff2');

// Hinting is half of the file and doesn't improve large sizes.
// Lining figures are the default, so only kerning and tabular figures need to be kept.
const options = { keepFeatures: ['kern', 'tnum'], noHinting: true };

/** Reduces the display font to what headings and prices need. */
export async function subsetDisplayFont(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyFile(fromPackage('LICENSE'), new URL('OFL.txt', folder));

  const original = await readFile(source);
  // Browsers read woff2; the renderer of the social image reads only TrueType.
  for (const [targetFormat, extension] of [
    ['woff2', 'woff2'],
    ['sfnt', 'ttf'],
  ] as const) {
    const font = await subsetFont(original, characters, { targetFormat, ...options });
    await writeFile(new URL(`${face}.${extension}`, folder), font);
    console.log(`${face}.${extension}: ${font.length.toLocaleString('en-US')} bytes`);
  }
}

function fromPackage(path: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource/barlow-condensed/${path}`));
}
