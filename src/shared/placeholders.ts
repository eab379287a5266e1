/** Marks places in a built page that a function fills in at each request. */
export const placeholders = {
  /** For attributes of an element. The mark is an attribute itself. */
  attributes: (name: string) => ({ 'data-placeholder': name }),
  text: (name: string) => `{{placeholder ${name}}}`,
};

export type Placeholders = typeof placeholders;

interface Contents {
  /** Each value begins with a space. */
  attributes: Readonly<Record<string, string>>;
  text: Readonly<Record<string, string>>;
}

/** Replaces all placeholders in one pass, so that one in a visitor's text isn't replaced. */
export const fillPlaceholders = (page: string, { attributes, text }: Contents): string =>
  page.replace(
    / data-placeholder="([^"]*)"|\{\{placeholder ([^{}]*)\}\}/g,
    (_, ofAttributes: string | undefined, ofText = '') =>
      (ofAttributes === undefined ? text[String(ofText)] : attributes[ofAttributes]) ?? '',
  );

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text between tags and in attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (it) => entities[it] ?? it);
