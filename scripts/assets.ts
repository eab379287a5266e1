/**
 * `npm run assets`: makes the font's subset, and draws the icons and the social image of public/. Commit
 * what it makes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { drawings, type Drawing } from './assets/drawings.ts';
import { noArguments } from './command.ts';

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
  const { subsetDisplayFont } = await import('./assets/font.ts');
  await subsetDisplayFont();
  for (const it of drawings) writeFileSync(place(it), it.draw());
  const hashes = Object.fromEntries(drawings.map((it) => [it.file, hashOf(it)]));
  writeFileSync(record, `${JSON.stringify(hashes, null, 2)}\n`);
}
