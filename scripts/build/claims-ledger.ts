/** Compares the figures on the built public pages with the ledger of claims in site/claims.json. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import addOns from '../../site/add-ons.json' with { type: 'json' };
import { claims, facts, tradePages, type Claim } from '../../src/copy/written.ts';
import { refuseToBuild } from '../command.ts';
import { afterBuild, builtPages } from './built-pages.ts';
import { pricedIndustries, usd } from '../../src/shared/pricing.ts';

const number = String.raw`\$?\d+(?:[.,]\d+)*[KM]?`;
const unit = '(?:business |working )?(?:second|minute|hour|day|week|month|year)s?';

/** 97%, 500+, 4.9/5 and 24/7, 24-48 hours, $40, 5.0: what a reader takes for a fact. */
const figure = new RegExp(
  String.raw`${number}(?:[-–]${number})?(?:\+|%|/\d+|[- ]${unit}\b)|\$${number}|\b\d\.\d\b`,
  'gi',
);

const figuresIn = (text: string): string[] => text.match(figure) ?? [];

/** "A 15-minute call" and "15 minutes" have the same figure. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(new RegExp(`[- ](?=${unit}$)`), ' ')
    .replace(/([a-z])s$/, '$1');

/** The figures of a claim, in a form that can be compared. A promise without figures has none. */
export const plainFigures = (text: string): string[] => figuresIn(text).map(plain);

/** These follow from prices, which are data already. */
const priced = [
  ...[...pricedIndustries, ...addOns.addOns, { price: 0 }].map(({ price }) => usd(price)),
  ...Object.values(facts),
];

/** The text that readers see on a page and in search results, without the invented leads of the demo. */
export const wordsOn = (html: string): string =>
  html
    .replace(/<(script|style)\b.*?<\/\1>|<ol[^>]* data-invented.*?<\/ol>/gs, ' ')
    .replace(/<meta\b[^>]* content="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

/** The differences between the ledger and the pages, in sentences. */
export function disagreements(
  pages: ReadonlyMap<string, string>,
  ledger: Readonly<Record<string, Claim>> = claims,
): string[] {
  const entries = Object.entries(ledger);
  const isOn = (words: string, text: string) => {
    const [all, own] = [plainFigures(text), plainFigures(words)];
    return (
      own.every((it) => all.includes(it)) &&
      (own.length > 0 || text.toLowerCase().includes(words.toLowerCase()))
    );
  };
  const unknown = [...pages].flatMap(([page, text]) =>
    [...new Set(figuresIn(text))].flatMap((it) => {
      const known = entries.filter(([, claim]) => plainFigures(claim.figure).includes(plain(it)));
      if (priced.includes(it) || known.some(([, { on }]) => on.includes(page))) return [];
      const [first] = known;
      return first
        ? `“${it}” is on ${page}, but site/claims.json lists it only for ${first[1].on.join(', ')}: add ${page} to "on" of "${first[0]}", or take the figure off the page.`
        : `“${it}” is on ${page}, but not in site/claims.json: add it there with its basis and its dates, or take it off the page.`;
    }),
  );
  const unsaid = entries.flatMap(([id, claim]) =>
    claim.on
      .filter((page) => !isOn(claim.figure, pages.get(page) ?? ''))
      .map(
        (page) =>
          `site/claims.json lists “${claim.figure}” for ${page}, which doesn't say it: correct "on" of "${id}".`,
      ),
  );
  return [...unknown, ...unsaid];
}

/** Staff pages and copies of pages make no claims of their own. */
const left = /^(?:(?:admin|auth|edit)(?:\/|\.html$)|consent\/|form-again)/;

export const claimsLedger = () =>
  afterBuild('claims-ledger', async (dir) => {
    const named = (folder: string) =>
      globSync(`site/${folder}/*`).map((it) => basename(it).replace(/\.\w+$/, ''));
    const [trades, contracts] = [named('industries'), named('legal')];
    const pages = new Map<string, string>();
    for (const [file, html] of await builtPages(dir)) {
      const name = file.replace(/(^index)?\.html$/, '');
      // Contracts have a date and a check of their own.
      if (left.test(file) || contracts.includes(name)) continue;
      const page = trades.includes(name) ? tradePages : `/${name}`;
      const words = wordsOn(html);
      pages.set(page, `${pages.get(page) ?? ''} ${words}`);
    }
    refuseToBuild(disagreements(pages));
  });
