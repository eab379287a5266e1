/** A form as a browser without JavaScript sends it. */
export interface Form {
  action: string;
  fields: Record<string, string>;
}

/** Reads the first form of a page that posts. Our own pages are all that it has to understand. */
export function formIn(html: string): Form | undefined {
  for (const [, tag = '', inside = ''] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)) {
    const action = attribute(tag, 'action');
    if (attribute(tag, 'method')?.toLowerCase() !== 'post' || action === undefined) continue;
    const id = attribute(tag, 'id');
    const fields = [...inputs(inside), ...others(inside), ...outside(html, id)];
    return { action, fields: Object.fromEntries(fields) };
  }
  return undefined;
}

const inputs = (html: string): [string, string][] =>
  [...html.matchAll(/<input\b([^>]*)>/gi)].flatMap(([, tag = '']) => {
    const name = attribute(tag, 'name');
    return name === undefined ? [] : [[name, attribute(tag, 'value') ?? '']];
  });

/** A field anywhere on the page may name its form. */
const outside = (html: string, form: string | undefined): [string, string][] =>
  form === undefined
    ? []
    : [...html.matchAll(/<input\b[^>]*>/gi)]
        .filter(([tag]) => attribute(tag, 'form') === form)
        .flatMap(([tag]) => inputs(tag));

/** Selects with their first choice, and empty text areas. */
const others = (html: string): [string, string][] =>
  [...html.matchAll(/<(select|textarea)\b([^>]*)>(.*?)<\/\1>/gis)].flatMap(
    ([, kind = '', tag = '', inside = '']) => {
      const name = attribute(tag, 'name');
      if (name === undefined) return [];
      const values = [...inside.matchAll(/<option\b([^>]*)>/gi)].map(([, option = '']) =>
        attribute(option, 'value'),
      );
      return [[name, kind.toLowerCase() === 'select' ? (values.find(Boolean) ?? '') : '']];
    },
  );

const entities: Record<string, string> = {
  amp: '&',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  lt: '<',
  gt: '>',
};

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return value?.replace(/&(#?\w+);/g, (all, it: string) => entities[it.toLowerCase()] ?? all);
}
