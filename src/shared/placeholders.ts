/** Where the build leaves room in a page, for a function to fill in what it knows at each request. */
export const placeholders = {
  /** Room for an element's attributes, itself printed as one. */
  attributes: (name: string) => ({ 'data-placeholder': name }),
  text: (name: string) => `{{placeholder ${name}}}`,
};

export type Placeholders = typeof placeholders;

interface Contents {
  /** Each begins with a space. */
  attributes: Readonly<Record<string, string>>;
  text: Readonly<Record<string, string>>;
}

/** In one pass over the page as built: a visitor's words can't be taken for a placeholder. */
export const fillPlaceholders = (page: string, { attributes, text }: Contents): string =>
  page.replace(
    / data-placeholder="([^"]*)"|\{\{placeholder ([^{}]*)\}\}/g,
    (_, ofAttributes: string | undefined, ofText = '') =>
      (ofAttributes === undefined ? text[String(ofText)] : attributes[ofAttributes]) ?? '',
  );
