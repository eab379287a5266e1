/** Which modules each built page loads, and that it preloads them. */
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { publicPaths } from '../support/pages/routes.ts';
import { adminPaths } from '../../src/shared/api.ts';

const pageAt = (path: string) => readFileSync(`dist${path === '/' ? '/index' : path}.html`, 'utf8');

const addresses = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, address = '']) => address);

const codeAt = (address: string) => readFileSync(`dist${address}`, 'utf8');

/** These modules and all that they import; with `later`, also their dynamic imports. */
function loadedBy(entries: readonly string[], { later = false } = {}): Set<string> {
  const all = new Set(entries);
  // Iterating a set also visits members that are added during the loop.
  for (const address of all) {
    const code = codeAt(address);
    const { staticImports, dynamicImports } = parseSync(address, code).module;
    const names = [
      ...staticImports.map((it) => it.moduleRequest.value),
      ...(later
        ? dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1))
        : []),
    ];
    for (const name of names) all.add(new URL(name, `http://site${address}`).pathname);
  }
  return all;
}

const isFirebase = (address: string) => codeAt(address).includes('identitytoolkit');

describe.each([...adminPaths, '/auth'])('%s', (path) => {
  const html = pageAt(path);
  const scripts = addresses(html, /<script type="module" src="([^"]+)"/g);
  const islands = addresses(html, /<astro-island[^>]* client="load"[^>]*>/g);
  const preloads = addresses(html, /<link rel="modulepreload" href="([^"]+)"/g);

  test('preloads each module that loads with it', () => {
    const entries = addresses(html, /(?:component-url|renderer-url)="([^"]+)"/g);
    expect(scripts).not.toEqual([]);
    expect(entries.length).toBe(islands.length * 2);
    expect(preloads.toSorted()).toEqual([...loadedBy([...scripts, ...entries])].toSorted());
  });

  test('preloads Firebase before the code of its island', () => {
    const own = loadedBy(scripts);
    expect([...own].filter(isFirebase)).toHaveLength(1);
    expect(new Set(preloads.slice(0, own.size))).toEqual(own);
  });
});

test('no public page can load Firebase', () => {
  for (const path of publicPaths) {
    const entries = addresses(pageAt(path), /"(\/_astro\/[^"]+\.js)"/g);
    expect([...loadedBy(entries, { later: true })].filter(isFirebase), path).toEqual([]);
  }
});
