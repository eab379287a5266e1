/** Import rules that no linter checks: which folders may import which, and that each file and value is imported. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { z } from 'zod';

interface Import {
  from: string;
  /** A file of this repository, or a package. */
  to: string;
  /** Undefined if it imports everything. */
  names?: string[];
}

const ours = ['{site,src,functions,netlify,scripts,tests}/**/*.{ts,tsx,astro}', '*.{js,mjs,ts}'];
const files = globSync(ours, { exclude: ['**/node_modules'] })
  .toSorted()
  .map(read);
const imports = files.flatMap(({ imported }) => imported);
const known = new Set(files.map(({ file }) => file));
const local = imports.filter(({ to }) => known.has(to));

function read(file: string) {
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.astro') ? scriptsOf(text) : text;
  const { staticImports, staticExports, dynamicImports } = parseSync(`${file}.tsx`, code).module;
  const exported = staticExports.flatMap(({ entries }) => entries);
  const imported = (request: string, names?: string[]): Import => {
    const [to = ''] = request.split('?');
    return {
      from: file,
      to: to.startsWith('.') ? join(dirname(file), to) : to,
      ...(names && { names }),
    };
  };
  return {
    file,
    text,
    values: exported
      .filter(({ isType }) => !isType)
      .map(({ exportName }) => exportName.name ?? 'default'),
    imported: [
      ...staticImports.map(({ moduleRequest, entries }) =>
        entries.some(({ importName }) => importName.kind === 'NamespaceObject')
          ? imported(moduleRequest.value)
          : imported(
              moduleRequest.value,
              entries.map(({ importName }) => importName.name ?? 'default'),
            ),
      ),
      ...exported.flatMap(({ moduleRequest, importName }) =>
        moduleRequest
          ? imported(moduleRequest.value, importName.name ? [importName.name] : undefined)
          : [],
      ),
      ...dynamicImports.map(({ moduleRequest: { start, end } }) =>
        imported(code.slice(start + 1, end - 1)),
      ),
    ],
  };
}

/** The code of an Astro file: between the dashes, and in its script elements. */
function scriptsOf(astro: string): string {
  const [, frontmatter = ''] = /^---\n([^]*?)\n---/.exec(astro) ?? [];
  const scripts = [...astro.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => script,
  );
  return [frontmatter, ...scripts].join('\n');
}

/** The arrow: src/shared <- src, src/shared <- functions <- netlify/functions. */
test.each([
  [
    'src/shared imports only data and zod, since it runs everywhere',
    /^src\/shared\//,
    /^(src\/shared\/|site\/|zod\b)/,
  ],
  [
    'src knows functions only by their HTTP contract',
    /^src\//,
    /^(?!functions|netlify|scripts|tests)/,
  ],
  [
    'functions import only shared code',
    /^functions\//,
    /^(src\/shared\/|(?!src|netlify|scripts|tests))/,
  ],
  ['a door only wires a handler', /^netlify\//, /^(functions\/|@netlify\/functions$)/],
  [
    'tests are for tests, the bench and the simulator',
    /^(src|functions|netlify|scripts(?!\/(bench\/|simulate|soak)))\//,
    /^(?!tests\/)/,
  ],
])('%s', (_, from, to) => {
  const own = imports.filter((it) => from.test(it.from));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((it) => !to.test(it.to))).toEqual([]);
});

test('a build imports no package that only development installs', () => {
  const starts = ['astro.config.mjs', 'scripts/check-site.ts', 'scripts/functions/bundle.ts'];
  const reached = new Set([...starts, ...[...known].filter((it) => /^(src|netlify)\//.test(it))]);
  // Iterating a set also visits members that are added during the loop.
  for (const file of reached)
    for (const { from, to } of local)
      // Only the dev server needs the local services.
      if (from === file && to !== 'scripts/local/open-local.ts') reached.add(to);
  const used = imports.filter(({ from }) => reached.has(from)).map(({ to }) => to);
  const packages = new Set(used.map((it) => /^(@[^/]+\/)?[^/]+/.exec(it)?.[0]));
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  expect(Object.keys(devDependencies).filter((it) => packages.has(it))).toEqual([]);
});

test('no two folders import each other', () => {
  const folder = (file: string) => /^(src\/islands|\w+)\/[^/]+(?=\/)/.exec(file)?.[0];
  const between = local.flatMap(({ from, to }) => {
    const [here, there] = [folder(from), folder(to)];
    return here && there && here !== there && !here.startsWith('tests/')
      ? [`${here} ${there}`]
      : [];
  });
  const back = (pair: string) => pair.split(' ').toReversed().join(' ');
  const pairs = new Set(
    between.filter((pair) => pair < back(pair) && between.includes(back(pair))),
  );
  expect([...pairs]).toEqual([]);
});

test('no two parts of the inbox import each other', () => {
  const part = (file: string) => /^src\/islands\/inbox\/([^/]+)\//.exec(file)?.[1];
  const between = local.flatMap(({ from, to }) => {
    const [here, there] = [part(from), part(to)];
    return here && there && here !== there ? [`${here} ${there}`] : [];
  });
  expect(between.length).toBeGreaterThan(0);
  expect(
    between.filter((pair) => between.includes(pair.split(' ').toReversed().join(' '))),
  ).toEqual([]);
});

/** Netlify, Astro, the test runners and Stryker find these by their place. */
const entries = /^(netlify|src\/pages)\/|^[^/]+$|\.(config|test|spec|d)\.ts$/;

test('each file and each exported value is used', () => {
  const programs = files.map(({ text }) => text).join() + readFileSync('package.json', 'utf8');
  const unused = files
    .filter(({ file }) => !entries.test(file))
    .flatMap(({ file, values }) => {
      const uses = local.filter(({ to }) => to === file);
      // A program is run by its name.
      if (uses.length === 0)
        return new RegExp(`[/'"]${basename(file)}\\b`).test(programs) ? [] : [file];
      if (uses.some(({ names }) => names === undefined)) return [];
      const used = new Set(uses.flatMap(({ names = [] }) => names));
      return values.filter((it) => !used.has(it)).map((it) => `${it} of ${file}`);
    });
  expect(unused).toEqual([]);
});
