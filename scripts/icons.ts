/** `npm run icons`: draws the icons and the social image of public/. Commit what it draws. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { noArguments } from './command.ts';
import { drawings, type Drawing } from './icons/drawings.ts';

/**
 * The hashes of what each file was drawn from and of the file itself. A test compares them instead
 * of drawing again: renderers on other processors round colors differently.
 */
const record = new URL('./icons/drawn.json', import.meta.url);
const folder = new URL('../public/', import.meta.url);

type Hashes = Record<string, { source: string; file: string }>;

const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

const served = ({ file }: Drawing): Buffer => readFileSync(new URL(file, folder));

function drawAll(): void {
  const hashes: Hashes = {};
  for (const { file, source, draw } of drawings) {
    const content = draw();
    writeFileSync(new URL(file, folder), content);
    hashes[file] = { source: sha256(source), file: sha256(content) };
  }
  writeFileSync(record, `${JSON.stringify(hashes, null, 2)}\n`);
}

/** The files of public/ that `npm run icons` would draw differently, or that someone edited. */
export function staleFiles(from: readonly Drawing[] = drawings): string[] {
  const hashes = JSON.parse(readFileSync(record, 'utf8')) as Partial<Hashes>;
  return from
    .filter(
      (it) =>
        hashes[it.file]?.source !== sha256(it.source) ||
        hashes[it.file]?.file !== sha256(served(it)),
    )
    .map(({ file }) => file);
}

if (import.meta.main) {
  noArguments('This command has no options: npm run icons');
  drawAll();
}
