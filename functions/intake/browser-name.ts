/** The first match counts, because each browser also names those below it. */
const browsers: readonly [name: string, version: RegExp][] = [
  ['Edge', /\b(?:Edg|EdgA|EdgiOS)\/(\d{1,3})/],
  ['Opera', /\bOPR\/(\d{1,3})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,3})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,3})/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d{1,3})/],
  ['Safari', /\bVersion\/(\d{1,3})\b.* Safari\//],
];

/** Only the family and the major version, because further details could tell visitors apart. */
export function browserOf(userAgent: string): string {
  for (const [name, version] of browsers) {
    const [, major] = version.exec(userAgent) ?? [];
    if (major !== undefined) return `${name} ${major}`;
  }
  return 'Another browser';
}
