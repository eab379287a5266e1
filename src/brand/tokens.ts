import css from '../styles/tokens.css?raw';

/** Reads custom properties, following `var()` to the raw value. */
export function readTokens(source: string): (name: string) => string {
  const declared = new Map(
    [...source.matchAll(/--(?<name>[\w-]+):\s*(?<value>[^;]+);/g)].map(({ groups }) => [
      groups?.['name'],
      groups?.['value']?.trim(),
    ]),
  );
  return function token(name: string): string {
    const value = declared.get(name);
    if (value === undefined) throw new Error(`tokens.css has no --${name}`);
    const reference = /^var\(--(?<name>[\w-]+)\)$/.exec(value)?.groups?.['name'];
    return reference === undefined ? value : token(reference);
  };
}

/** The site's colours, for what is drawn or checked at build time. */
export const token = readTokens(css);
