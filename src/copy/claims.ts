import ledger from '../../site/claims.json' with { type: 'json' };
import hours from '../../site/hours.json' with { type: 'json' };

const written: Readonly<Record<string, string>> = {
  answerMinutes: String(hours.answerMinutes),
  ...Object.fromEntries(Object.entries(ledger.claims).map(([id, { figure }]) => [id, figure])),
};

/** Fills in what a text of site/ names in braces: a claim, or one of `others`. */
export const filled = (text: string, others: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{([^}]*)\}/g, (braces, name: string) => {
    const words = others[name] ?? written[name];
    if (words === undefined)
      throw new Error(`site/claims.json has no claim ${braces}, which is named in “${text}”.`);
    return filled(words);
  });

export interface Claim {
  figure: string;
  label: string;
  about: string;
  /** Paths of pages, or `tradePages`. */
  on: readonly string[];
  basis: string;
  until: string;
}

export const tradePages = 'trade pages';

/** The ledger: all figures and promises that the site publishes, word for word as the owner gave them. */
export const claims = Object.fromEntries(
  Object.entries<Omit<Claim, 'label'> & { label?: string }>(ledger.claims).map(([id, claim]) => [
    id,
    { ...claim, figure: filled(claim.figure), label: filled(claim.label ?? '') },
  ]),
) as Readonly<Record<keyof typeof ledger.claims, Claim>>;

export const guarantees = ledger.guarantees.map((it) => filled(it));
