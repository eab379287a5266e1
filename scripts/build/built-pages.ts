import { glob, readFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/** The HTML of each built page, by its path in the published folder. */
export async function builtPages(dir: URL): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for await (const file of glob('**/*.html', { cwd: dir })) {
    // Forward slashes, also on Windows.
    const name = file.replaceAll('\\', '/');
    pages.set(name, await readFile(new URL(name, dir), 'utf8'));
  }
  return pages;
}

export const afterBuild = (name: string, work: (dir: URL) => Promise<void>): AstroIntegration => ({
  name,
  hooks: { 'astro:build:done': ({ dir }) => work(dir) },
});
