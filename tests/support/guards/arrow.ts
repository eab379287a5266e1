/** Holds design.md's 'One arrow': who may import whom. */
import { posix } from 'node:path';
import ts from 'typescript';
import type { Source } from './tracked.ts';

interface Layer {
  /** A file belongs to the first layer whose folder it is in. */
  folder: string;
  mayImport: (target: string) => boolean;
}

const within = (...folders: string[]) => {
  return (target: string) => folders.some((it) => target.startsWith(`${it}/`));
};
const isOneOf = (...packages: string[]) => {
  return (target: string) =>
    packages.some((it) => target === it || target.startsWith(`${it}/`)) && !isOurs(target);
};
/** Everything of ours has a folder; what has none of these is a package. */
const isOurs = within('src', 'functions', 'netlify', 'scripts', 'tests');

const layers: Layer[] = [
  {
    folder: 'src/shared',
    mayImport: (it) => within('src/shared')(it) || isOneOf('zod')(it),
  },
  { folder: 'src', mayImport: (it) => !isOurs(it) || within('src')(it) },
  {
    folder: 'netlify/functions',
    mayImport: (it) => within('functions')(it) || isOneOf('@netlify/functions')(it),
  },
  {
    folder: 'functions',
    mayImport: (it) => !isOurs(it) || within('functions', 'src/shared')(it),
  },
];

/** One sentence for each import that goes against the arrow. */
export function againstTheArrow({ path, text }: Source): string[] {
  const layer = layers.find(({ folder }) => within(folder)(path));
  return importsOf(path, text)
    .map((specifier) => ({ specifier, target: resolve(path, specifier) }))
    .filter(({ target }) => layer && !layer.mayImport(target))
    .map(({ specifier }) => `${path} may not import ${specifier}`);
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  // Vite reads a leading slash as the project's root.
  return specifier.startsWith('/') ? specifier.slice(1) : specifier;
}

function importsOf(path: string, text: string): string[] {
  const scripts = path.endsWith('.astro') ? astroScripts(text) : [text];
  return scripts.flatMap((it) =>
    ts.preProcessFile(it, true, true).importedFiles.map(({ fileName }) => fileName),
  );
}

function astroScripts(text: string): string[] {
  const [, frontmatter = '', template = ''] = /^\s*---\n(.*?)\n---(.*)$/s.exec(text) ?? [
    ,
    '',
    text,
  ];
  const inTemplate = [...template.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)];
  return [frontmatter, ...inTemplate.map(([, script = '']) => script)];
}
