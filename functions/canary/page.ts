/** Reads the site's own pages, and has to understand no others. */

/** A form with the names and the values of its fields. */
export interface Form {
  action: string;
  fields: Record<string, string>;
}

/** The first form of a page that posts: the fields inside it, and those elsewhere that name it. */
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

/** What a page needs beside itself, and the content type that a browser accepts it with. */
export interface Asset {
  kind: 'script' | 'style';
  path: string;
}

export const assetTypes: Record<Asset['kind'], RegExp> = {
  script: /^(?:text|application)\/javascript\b/,
  style: /^text\/css\b/,
};

/** Each script and style that a page names: its own, those to preload, and those of its islands. */
export function assetsIn(html: string): Asset[] {
  const all = tagsOf(html, 'script|link|astro-island').flatMap((it): Asset[] => {
    if (it.rel === 'stylesheet') return assetsAt('style', it.href);
    if (it.rel === 'modulepreload') return assetsAt('script', it.href);
    return [it.src, it['component-url'], it['renderer-url']].flatMap((path) =>
      assetsAt('script', path),
    );
  });
  return [...new Map(all.map((it) => [it.path, it])).values()];
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
