import type { Submission } from '../../src/shared/contact.ts';
import type { SpamReason } from '../../src/shared/spam.ts';
import {
  findLinks,
  isCommonPlace,
  isNamedLike,
  isOfAddress,
  withoutLinks,
  type Link,
} from './links.ts';

/** What of a submission is looked at. */
export type Suspect = Pick<
  Submission,
  'name' | 'email' | 'company' | 'message' | 'website' | 'open_ms'
>;

/**
 * Six fields and a box to tick take a person longer, even where the browser fills them in. Low on
 * purpose: a machine that waits is not told by its hurry, and no person should be taken for one.
 */
export const fastest = 500;

/** Links that come with fewer words of their own than this are all that the message is. */
const wordsPerLink = 2;
const manyLinks = 3;

/** They hide where they lead; a business that wants to be found doesn't. */
const shorteners =
  /^(?:bit\.ly|tinyurl\.com|cutt\.ly|is\.gd|rb\.gy|ow\.ly|t\.ly|shorturl\.at|rebrand\.ly|v\.gd|clck\.ru|tiny\.cc)$/;

/** Each on its own is enough, so each must be something that people don't do. */
export const rules: Readonly<Record<Exclude<SpamReason, 'same_text'>, (it: Suspect) => boolean>> = {
  honeypot: ({ website = '' }) => website.trim() !== '',

  too_fast: ({ open_ms = fastest }) => open_ms < fastest,

  link_in_name: (it) => foreignInName(it) || foreignInCompany(it),

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

  hidden_link: ({ name, company, message }) =>
    findLinks(`${name} ${company} ${message ?? ''}`).some(
      ({ host }) => shorteners.test(host) || /^[\d.]+$|^\[|(?:^|\.)xn--/.test(host),
    ),

  random_letters: ({ name, company }) => isRandom(name) && isRandom(company),
};

const isForeign = (link: Link, { email, company }: Suspect): boolean =>
  !isCommonPlace(link) && !isOfAddress(link, email) && !isNamedLike(link, company);

/** Some write their company where their own name belongs, or their site and nothing else. */
const foreignInName = ({ name, email, company }: Suspect): boolean => {
  const isSiteOnly = withoutLinks(name).trim() === '';
  return findLinks(name).some((link) => {
    const isTheirs = !link.isDeep && (isSiteOnly || link.isBare) && isNamedLike(link, company);
    return !isTheirs && !isOfAddress(link, email);
  });
};

const foreignInCompany = ({ email, company }: Suspect): boolean => {
  const rest = withoutLinks(company).trim();
  return findLinks(company).some(
    (link) =>
      !isOfAddress(link, email) && (link.isDeep || (rest !== '' && !isNamedLike(link, rest))),
  );
};

/** One long word whose capitals come anywhere: "HgTyRfDeSwAq". */
const isRandom = (text: string): boolean =>
  /^[a-z]{10,}$/i.test(text) && (text.match(/[a-z][A-Z]/g)?.length ?? 0) >= 3;
