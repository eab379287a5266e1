/** A parser for the site's own pages, and for no others. */

export interface Form {
  action: string;
  fields: Record<string, string>;
}

/** The first form with method POST: the fields inside it, and the fields elsewhere that name it. */
export function formIn(html: string): Form | undefined {
  for (const [, tag = '', inside = ''] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)) {
    const { method, action, id } = attributesOf(tag);
    if (method?.toLowerCase() !== 'post' || action === undefined) continue;
    const others = fieldTags(html).filter(({ form }) => form !== undefined && form === id);
    const fields = [...fieldTags(inside), ...others].flatMap(({ name, value = '' }) =>
      name === undefined ? [] : [[name, value] as const],
    );
    return { action, fields: Object.fromEntries(fields) };
  }
  return undefined;
}

export interface Asset {
  kind: 'script' | 'style';
  path: string;
}

export const assetTypes: Record<Asset['kind'], RegExp> = {
  script: /^(?:text|application)\/javascript\b/,
  style: /^text\/css\b/,
};

export function assetsIn(html: string): Asset[] {
  const all = tagsOf(html, 'script|link|astro-island').flatMap((attributes): Asset[] => {
    if (attributes.rel === 'stylesheet') return assetsAt('style', attributes.href);
    if (attributes.rel === 'modulepreload') return assetsAt('script', attributes.href);
    return [attributes.src, attributes['component-url'], attributes['renderer-url']].flatMap(
      (path) => assetsAt('script', path),
    );
  });
  return [...new Map(all.map((asset) => [asset.path, asset])).values()];
}

const assetsAt = (kind: Asset['kind'], path: string | undefined): Asset[] =>
  path === undefined ? [] : [{ kind, path }];

type Attributes = Partial<Record<string, string>>;

const fieldTags = (html: string): Attributes[] => tagsOf(html, 'input|select|textarea');

const tagsOf = (html: string, names: string): Attributes[] =>
  [...html.matchAll(new RegExp(`<(?:${names})\\b([^>]*)>`, 'gi'))].map(([, tag = '']) =>
    attributesOf(tag),
  );

const attributesOf = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
