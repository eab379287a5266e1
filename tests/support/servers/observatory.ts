/**
 * The grade that Mozilla's HTTP Observatory gives a home page, by its published rules:
 * https://github.com/mdn/mdn-http-observatory/blob/main/src/grader/charts.js
 * Its package downloads lists when it is installed, so this file repeats the rules that concern us.
 */
export interface Seen {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  html: string;
}

type Points = readonly [about: string, points: number];

const SIX_MONTHS_S = 15_768_000;
/** A site below this score gets no bonus. */
const leastForBonus = 90;

export function observatory(seen: Seen): { score: number; points: Points[] } {
  const points = rules.map((rule) => rule(seen));
  const sum = (those: readonly Points[]) => those.reduce((total, [, it]) => total + it, 100);
  const withoutBonus = sum(points.filter(([, it]) => it < 0));
  return { score: withoutBonus >= leastForBonus ? sum(points) : withoutBonus, points };
}

const header = ({ headers }: Seen, name: string): string => String(headers[name] ?? '');

/** The sources of each directive of one policy. */
export function directives(policy: string): Map<string, string[]> {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
}

const broad = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*'];

function policy(seen: Seen): Points {
  const text = header(seen, 'content-security-policy');
  if (!text) return ['no policy', -25];
  const of = directives(text);
  const sources = (name: string) => of.get(name) ?? of.get('default-src') ?? ['*'];
  const [scripts, styles] = [sources('script-src'), sources('style-src')];
  const loose = (list: string[]) =>
    list.some((it) => [...broad, 'data:', `'unsafe-inline'`].includes(it));

  if (loose(scripts) || sources('object-src').some((it) => broad.includes(it)))
    return ['a policy that lets any script in', -20];
  if ([...of.values()].flat().some((it) => /^(?:http|ftp):/.test(it)))
    return ['a policy that lets http in', -20];
  if ([...scripts, ...styles].includes(`'unsafe-eval'`)) return ['a policy with eval', -10];
  if (loose(styles)) return ['a policy that lets any style in', 0];
  const isNone = of.get('default-src')?.join() === `'none'`;
  const action = of.get('form-action')?.join() ?? '';
  return isNone && [`'none'`, `'self'`].includes(action)
    ? ['a policy of nothing but what is named', 10]
    : ['a policy', 5];
}

/** A cookie never earns a bonus, and our site has none. */
const cookies = (seen: Seen): Points =>
  header(seen, 'set-cookie') ? ['a cookie', -40] : ['no cookies', 0];

const sharing = (seen: Seen): Points =>
  header(seen, 'access-control-allow-credentials') === 'true'
    ? ['shared with everyone', -50]
    : ['not shared', 0];

function referrer(seen: Seen): Points {
  const value = header(seen, 'referrer-policy');
  const isPrivate = /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(
    value,
  );
  if (isPrivate) return ['a private referrer', 5];
  return value ? ['a referrer that tells', -5] : ['no referrer policy', 0];
}

/** A domain in browsers' preload lists gets five more, but no header achieves that. */
function transport(seen: Seen): Points {
  const age = /(?:^|;\s*)max-age=(\d+)/.exec(header(seen, 'strict-transport-security'))?.[1];
  if (age === undefined) return ['http is possible', -20];
  return Number(age) >= SIX_MONTHS_S ? ['https for long', 0] : ['https for a while', -10];
}

/** Integrity attributes on the site's own scripts would give five more; each file name has its hash. */
function integrity({ html }: Seen): Points {
  const sources = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"/g)].map(([, src = '']) => src);
  return sources.every((it) => /^\/(?!\/)/.test(it))
    ? ['scripts of its own', 0]
    : ['scripts of others', -5];
}

const types = (seen: Seen): Points =>
  header(seen, 'x-content-type-options') === 'nosniff'
    ? ['types hold', 0]
    : ['types are guessed', -5];

const frames = (seen: Seen): Points =>
  directives(header(seen, 'content-security-policy')).has('frame-ancestors')
    ? ['frames are ruled by the policy', 5]
    : ['may be framed', -20];

function embedding(seen: Seen): Points {
  const value = header(seen, 'cross-origin-resource-policy');
  if (value === 'same-origin' || value === 'same-site') return ['not to be embedded', 10];
  return value === 'cross-origin' || value === '' ? ['may be embedded', 0] : ['unclear', -5];
}

/** Netlify redirects http to https, which gives no bonus. */
const rules = [
  policy,
  cookies,
  sharing,
  referrer,
  transport,
  integrity,
  types,
  frames,
  embedding,
] as const;
