/** A legal page: numbered sections, each of paragraphs and lists. A link is written `[text](/path)`. */
export interface LegalDocument {
  title: string;
  description: string;
  /** ISO dates. */
  effective: string;
  updated?: string;
  intro: string[];
  sections: LegalSection[];
}

interface LegalSection {
  /** The fragment that the contents list and other pages link to. */
  id: string;
  title: string;
  blocks: LegalBlock[];
}

/** Around the document itself. */
export const legal = {
  contents: 'Contents',
  effective: 'Effective',
  updated: 'Last updated',
} as const;

/** A paragraph, or a list with one entry for each line. */
type LegalBlock = string | { list: string[] };
