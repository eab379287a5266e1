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

/** The parts of a submission that the rules look at. */
export type Suspect = Pick<
  Submission,
  'name' | 'email' | 'phone' | 'company' | 'message' | 'website' | 'open_ms'
>;

/**
 * People take longer for six fields and a checkbox, even if the browser fills them in. It is low on
 * purpose: it misses bots that wait, but no person is this fast. Decision 0019.
 */
export const fastest = 500;

/** A message with no more words than this for each link is nothing but links. */
const wordsPerLink = 2;
const manyLinks = 3;

/** Shorteners hide where they lead; a business wants to be found. */
const shorteners =
  /^(?:bit\.ly|tinyurl\.com|cutt\.ly|is\.gd|rb\.gy|ow\.ly|t\.ly|shorturl\.at|rebrand\.ly|v\.gd|clck\.ru|tiny\.cc)$/;

type Rule = (it: Suspect) => boolean;

/** One reason is enough to hold a lead, so a rule must be something that people don't do. */
const rules: Readonly<Partial<Record<SpamReason, Rule>>> = {
  honeypot: ({ website = '' }) => website.trim() !== '',

  too_fast: ({ open_ms = fastest }) => open_ms < fastest,

  // Some people write nothing but their site as their name, or write it as their company, or beside it.
  link_in_name: ({ name, company, email }) =>
    hasLink(name, email, (link, words) => words === '' && isNamedLike(link, company)) ||
    hasLink(company, email, (link, words) => words === '' || isNamedLike(link, words)),

  markup: ({ name, company, message }) =>
    [name, company, message ?? ''].some((text) =>
      /\[(?:url|link|img)\b[^\]]*\]|<\s*(?:a|img|iframe|script)\b[^>]*\b(?:href|src)\s*=|\]\(https?:/i.test(
        text,
      ),
    ),

  mostly_links: (it) => {
    const text = it.message ?? '';
    const deep = findLinks(text).filter((link) => link.isDeep && isForeign(link, it));
    const words = withoutLinks(text).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    return deep.length >= manyLinks || (deep.length > 0 && words <= wordsPerLink * deep.length);
  },

  hidden_link: (it) =>
    linksIn(`${it.name} ${it.company} ${it.message ?? ''}`).some(
      (link) =>
        shorteners.test(link.host) ||
        // Only a numeric address ends in a digit.
        /\d$/.test(link.host) ||
        (/(?:^|\.)xn--/.test(link.host) && isForeign(link, it)),
    ),

  random_letters: ({ name, company }) => isRandom(name) && isRandom(company),

  costly_number: ({ phone }) => isCostly(phone),
} satisfies Record<Exclude<SpamReason, CountedReason>, Rule>;

/** All reasons to hold a lead as spam, with those that counting has found. */
export const reasonsFor = (suspect: Suspect, found: readonly SpamReason[] = []): SpamReason[] =>
  spamReasons.filter((it) => found.includes(it) || rules[it]?.(suspect));

/** Bare sites aren't links: companies are called "Rover.com, Inc.", and "S.A.Co" only looks like one. */
const linksIn = (text: string): Link[] =>
  findLinks(text).filter(({ hasScheme, isDeep }) => hasScheme || isDeep);

/** Neither on a well-known site nor on one named like the visitor's company or e-mail address. */
const isForeign = (link: Link, { email, company }: Suspect): boolean =>
  !isCommonPlace(link) &&
  !isOfAddress(link, email) &&
  !isNamedLike(link, company) &&
  !isNamedLike(link, email.slice(0, email.lastIndexOf('@')));

/** Whether a line has a link that isn't to the visitor's own site, for all that the words beside it say. */
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

/**
 * The beginnings of numbers that cost whoever calls or texts them. The owners of such numbers share in
 * the price, so they gain from a form that makes others call. A false match is cheap: an admin releases it.
 */
const costly: readonly RegExp[] = [
  // Pay-per-call numbers: area code 900, and 976 in every area code (nanpa.com).
  /^\+1(?:900|\d{3}976)/,
  // Codes without a place: personal numbers, Canada's special and satellite services, carriers' own (nanpa.com).
  /^\+1(?:500|600|700)/,
  // Foreign area codes that look American, from the FTC's warning about one-ring calls (2017).
  /^\+1(?:268|284|473|649|664|767|809|829|849|876)/,
  // Shared codes in the ITU's list of assigned E.164 country codes: shared cost, Inmarsat, personal numbers,
  // satellite telephones, international networks, premium rate.
  /^\+(?:808|870|878|88[123]|979)/,
  // Countries in the FCC's warning about one-ring calls (2019), and those that a US carrier blocks for shared
  // revenue: Cox, as TransNexus reported in 2014.
  /^\+(?:22[024]|232|236|239|248|252|377|960|994)/,
  // Islands in the ITU's list that are small and dear to call: Ascension, Saint Helena, the Falklands, and
  // in the Pacific, from Norfolk Island and Papua New Guinea to Tokelau.
  /^\+(?:247|290|500|67[24-8]|68[23568]|690)/,
  // The premium rates of the countries that honest leads from abroad come from: the United Kingdom, Germany,
  // France and Australia.
  /^\+(?:44(?:9|70|87)|49900|338[19]|61190)/,
];

/** If a number can't be read, its digits may still be what a machine dials. */
function isCostly(phone: string): boolean {
  const dialed = phoneE164(phone) ?? `+${digitsOf(phone) ?? ''}`;
  return costly.some((it) => it.test(dialed));
}
