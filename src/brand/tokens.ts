import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

// From the project's root, and not as `?raw`: Vitest empties every stylesheet that is imported.
const css = readFileSync(resolve('src/styles/tokens.css'), 'utf8');

/** The value of a custom property of tokens.css, with every `var()` followed to its end. */
export type ReadToken = (name: string) => string;

export class TokenError extends Error {
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
    if (path.includes(name)) throw new TokenError(`tokens.css goes in a circle: ${via(trail)}`);
    const value = declared.get(name);
    if (value === undefined) throw new TokenError(`tokens.css has no ${via(trail)}`);
    return value.replace(/var\(\s*(--[\w-]+)\s*\)/g, (_, next: string) => read(next, trail));
  };
  return (name) => read(name, []);
}

const via = (trail: readonly string[]): string =>
  [...trail].reverse().join(', which is asked for by ');

/** What an image or a check needs to know of the palette. */
export interface Colours {
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

export const readColours = (token: ReadToken): Colours => ({
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

export const colours: Colours = readColours(token);
