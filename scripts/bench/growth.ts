/** How much longer a build takes with a thousand more industries. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measured, type Report } from './format.ts';
import { growthFigures, moreIndustries as more } from './figures.ts';
import { buildIn, withScratch } from './scratch.ts';

const industries = 'src/content/industries';

export async function growthReport(): Promise<Report> {
  return withScratch(async (scratch) => {
    // The builds alternate, and the better of two counts, so that other work on the machine slows both.
    const without: number[] = [];
    const withMore: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      without.push(await build(scratch, 0));
      withMore.push(await build(scratch, more));
    }
    const [few, many] = [Math.min(...without), Math.min(...withMore)];
    return {
      title: `A build with ${more.toLocaleString('en-US')} more industries`,
      details: `Without them: ${seconds(few)} s. With ${more} more pages: ${seconds(many)} s.`,
      figures: measured(growthFigures, { each: (many - few) / more }),
    };
  });
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

/** Milliseconds of a build without caches, with copies of the first industry under new slugs. */
async function build(project: string, copies: number): Promise<number> {
  const folder = join(project, industries);
  const originals = (await readdir(folder)).filter((it) => !it.startsWith('bench-'));
  const [original = ''] = originals;
  const text = await readFile(join(folder, original), 'utf8');
  const extension = original.slice(original.lastIndexOf('.'));
  const names = Array.from({ length: copies }, (_, i) => `bench-${i}${extension}`);
  for (const name of names) await writeFile(join(folder, name), text);
  for (const stale of ['dist', '.astro', 'node_modules/.astro', 'node_modules/.vite'])
    await rm(join(project, stale), { recursive: true, force: true });

  const start = performance.now();
  buildIn(project);
  const took = performance.now() - start;

  const built = (await readdir(join(project, 'dist'))).filter((it) => it.startsWith('bench-'));
  if (built.length !== copies) throw new Error(`${built.length} of ${copies} pages were built.`);
  for (const name of names) await rm(join(folder, name));
  return took;
}
