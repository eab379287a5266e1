/** A form as a browser without JavaScript sends it. */
export interface Form {
  action: string;
  fields: Record<string, string>;
}

/**
 * Reads the first form of a page that posts: the inputs inside it, and those elsewhere that name it. Our own
 * pages are all that it has to understand.
 */
export function formIn(html: string): Form | undefined {
  for (const [, tag = '', inside = ''] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)) {
    const { method, action, id } = attributesOf(tag);
    if (method?.toLowerCase() !== 'post' || action === undefined) continue;
    const others = inputs(html).filter(({ form }) => form !== undefined && form === id);
    const fields = [...inputs(inside), ...others].flatMap(({ name, value = '' }) =>
      name === undefined ? [] : [[name, value] as const],
    );
    return { action, fields: Object.fromEntries(fields) };
  }
  return undefined;
}

type Attributes = Partial<Record<string, string>>;

const inputs = (html: string): Attributes[] =>
  [...html.matchAll(/<input\b([^>]*)>/gi)].map(([, tag = '']) => attributesOf(tag));

const attributesOf = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
