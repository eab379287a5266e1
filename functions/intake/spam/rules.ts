import type { Submission } from '../../../src/shared/contact-schema.ts';
import { spamReasons, type SpamReason } from '../../../src/shared/submission.ts';
import type { CountedReason } from './counts.ts';
import {
  findLinks,
  isCommonPlace,
  isOfAddress,
  withoutLinks,
  type Link,
  isNamedLike,
} from './links.ts';
import { digitsOf, phoneE164 } from '../../../src/shared/phone-numbers.ts';

export type Suspect = Pick<
  Submission,
  'name' | 'email' | 'phone' | 'company' | 'message' | 'website' | 'open_ms'
>;

/** In ms. Low on purpose: bots may wait, but no person fills in six fields and a checkbox this fast. */
export const fastest = 500;

/** A message with at most this many words for each link has only links. */
const wordsPerLink = 2;
const manyLinks = 3;

/** Shorteners hide their target, but a business wants to be found. */
const shorteners =
  /^(?:bit\.ly|tinyurl\.com|cutt\.ly|is\.gd|rb\.gy|ow\.ly|t\.ly|shorturl\.at|rebrand\.ly|v\.gd|clck\.ru|tiny\.cc)$/;

type Rule = (suspect: Suspect) => boolean;

/**
 * One reason holds a lead, so each rule must be something that people don't do. Scores and word lists misjudge real
 * people, and admins can't see why.
 */
const rules: Readonly<Partial<Record<SpamReason, Rule>>> = {
  honeypot: ({ website = '' }) => website.trim() !== '',

  too_fast: ({ open_ms = fastest }) => open_ms < fastest,

  // Some people give only their site as their name, or give it as their company or beside it.
  link_in_name: ({ name, company, email }) =>
    hasLink(name, email, (link, words) => words === '' && isNamedLike(link, company)) ||
    hasLink(company, email, (link, words) => words === '' || isNamedLike(link, words)),

  markup: ({ name, company, message }) =>
    [name, company, message ?? ''].some((text) =>
      /\[(?:url|link|img)\b[^\]]*\]|<\s*(?:a|img|iframe|script)\b[^>]*\b(?:href|src)\s*=|\]\(https?:/i.test(
        text,
      ),
    ),

  mostly_links: (suspect) => {
    const text = suspect.message ?? '';
    const deep = findLinks(text).filter((link) => link.isDeep && isForeign(link, suspect));
    const words = withoutLinks(text).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    return deep.length >= manyLinks || (deep.length > 0 && words <= wordsPerLink * deep.length);
  },

  hidden_link: (suspect) =>
    linksIn(`${suspect.name} ${suspect.company} ${suspect.message ?? ''}`).some(
      (link) =>
        shorteners.test(link.host) ||
        // Only a numeric address ends in a digit.
        /\d$/.test(link.host) ||
        (/(?:^|\.)xn--/.test(link.host) && isForeign(link, suspect)),
    ),

  random_letters: ({ name, company }) => isRandom(name) && isRandom(company),

  costly_number: ({ phone }) => isCostly(phone),
} satisfies Record<Exclude<SpamReason, CountedReason>, Rule>;

export const reasonsFor = (suspect: Suspect, found: readonly SpamReason[] = []): SpamReason[] =>
  spamReasons.filter((reason) => found.includes(reason) || rules[reason]?.(suspect));

/** Bare sites don't count: companies are called "Rover.com, Inc.", and "S.A.Co" only looks like a site. */
const linksIn = (text: string): Link[] =>
  findLinks(text).filter(({ hasScheme, isDeep }) => hasScheme || isDeep);

const isForeign = (link: Link, { email, company }: Suspect): boolean =>
  !isCommonPlace(link) &&
  !isOfAddress(link, email) &&
  !isNamedLike(link, company) &&
  !isNamedLike(link, email.slice(0, email.lastIndexOf('@')));

/** Whether a line has a link to a site that isn't the visitor's own, considering the words beside the link. */
function hasLink(
  line: string,
  email: string,
  isTheirs: (link: Link, words: string) => boolean,
): boolean {
  const words = withoutLinks(line).trim();
  return linksIn(line).some(
    (link) => !isOfAddress(link, email) && (link.isDeep || !isTheirs(link, words)),
  );
}

/** One long word with capitals anywhere: "HgTyRfDeSwAq". */
const isRandom = (text: string): boolean =>
  /^[a-z]{10,}$/i.test(text) && (text.match(/[a-z][A-Z]/g)?.length ?? 0) >= 3;

/** The owners of these numbers share in the price of a call. A false match is cheap: an admin releases the lead. */
const costly: readonly RegExp[] = [
  // Pay-per-call numbers: area code 900, and 976 in every area code (nanpa.com).
  /^\+1(?:900|\d{3}976)/,
  // Codes without a place: personal numbers, Canada's special and satellite services, carriers' codes (nanpa.com).
  /^\+1(?:500|600|700)/,
  // Foreign area codes that look American, from the FTC's warning about one-ring calls (2017).
  /^\+1(?:268|284|473|649|664|767|809|829|849|876)/,
  // Shared codes in the ITU's list of assigned E.164 country codes: shared cost, Inmarsat, personal numbers,
  // satellite telephones, international networks, premium rate.
  /^\+(?:808|870|878|88[123]|979)/,
  // Countries in the FCC's warning about one-ring calls (2019), and those that a US carrier blocks for shared
  // revenue: Cox, as TransNexus reported in 2014.
  /^\+(?:22[024]|232|236|239|248|252|377|960|994)/,
  // Small islands in the ITU's list with high prices: Ascension, Saint Helena, the Falklands, and in the Pacific, from
  // Norfolk Island and Papua New Guinea to Tokelau.
  /^\+(?:247|290|500|67[24-8]|68[23568]|690)/,
  // Premium rates of the countries with honest leads from abroad: the United Kingdom, Germany, France and Australia.
  /^\+(?:44(?:9|70|87)|49900|338[19]|61190)/,
];

/** If a number can't be read, a machine may still dial its digits. */
function isCostly(phone: string): boolean {
  const dialed = phoneE164(phone) ?? `+${digitsOf(phone) ?? ''}`;
  return costly.some((beginning) => beginning.test(dialed));
}
