import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

// Read from the project's root: Vitest empties imported stylesheets, even with `?raw`.
const css = readFileSync(resolve('src/styles/tokens.css'), 'utf8');

/** Returns a custom property of tokens.css with every `var()` resolved. */
type ReadToken = (name: string) => string;

class TokenError extends Error {
  override name = 'TokenError';
}

export function tokenReader(stylesheet: string): ReadToken {
  const withoutComments = stylesheet.replace(/\/\*[\s\S]*?\*\//g, '');
  const declared = new Map(
    [...withoutComments.matchAll(/(--[\w-]+)\s*:\s*([^;}]+)/g)].map(
      ([, name = '', value = '']) => [name, value.trim()] as const,
    ),
  );

  const read = (name: string, path: readonly string[]): string => {
    const trail = [...path, name];
    if (path.includes(name)) throw new TokenError(`tokens.css has a cycle: ${via(trail)}`);
    const value = declared.get(name);
    if (value === undefined) throw new TokenError(`tokens.css has no ${via(trail)}`);
    return value.replace(/var\(\s*(--[\w-]+)\s*\)/g, (_, next: string) => read(next, trail));
  };
  return (name) => read(name, []);
}

const via = (trail: readonly string[]): string => [...trail].reverse().join(', used by ');

/** The colors that images, the page head and contrast checks use. */
export interface Colors {
  ground: string;
  ticket: string;
  ink: string;
  inkQuiet: string;
  rule: string;
  primary: string;
  primaryLight: string;
  primaryDark: string;
  accent: string;
}

export const readColors = (token: ReadToken): Colors => ({
  ground: token('--ground'),
  ticket: token('--ticket'),
  ink: token('--ink'),
  inkQuiet: token('--ink-quiet'),
  rule: token('--rule'),
  primary: token('--primary'),
  primaryLight: token('--primary-light'),
  primaryDark: token('--primary-dark'),
  accent: token('--accent'),
});

export const token: ReadToken = tokenReader(css);

export const colors: Colors = readColors(token);
