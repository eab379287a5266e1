/** Top-level domains that people write addresses with; "St.John" is none. The last is for examples. */
const topLevel =
  'com|net|org|info|biz|us|co|io|me|ly|gl|gg|gd|gy|at|ru|su|ua|cn|in|de|uk|eu|tk|xyz|top|site|online|shop|store|club|vip|live|win|icu|buzz|click|link|app|dev|pro|ph|example';

const linkPattern = new RegExp(
  `(?:\\bhttps?://|\\bwww\\.)[^\\s<>"'\\]|)]+|(?<![@\\w.-])(?:[a-z0-9-]+\\.)+(?:${topLevel})\\b(?![@.-]\\w)(?:[/?][^\\s<>"'\\]|)]*)?`,
  'giu',
);

/** Where businesses have pages that are theirs, whatever the address looks like. */
const commonPlaces =
  /(?:^|\.)(?:facebook|fb|instagram|tiktok|youtube|linkedin|nextdoor|yelp|houzz|angi|thumbtack|homeadvisor|bbb|google|psychologytoday|pinterest|x|twitter)\.(?:com|org)$|^(?:g\.page|goo\.gl|youtu\.be|fb\.me)$|\.goo\.gl$/;

export interface Link {
  host: string;
  /** A page of the site, rather than the site. */
  isDeep: boolean;
  /** Nothing before the name, as in "Roofing.com": some companies are called so. */
  isBare: boolean;
}

export const findLinks = (text: string): Link[] =>
  (text.match(linkPattern) ?? []).flatMap((found) => {
    const isBare = !/^(?:https?:|www\.)/i.test(found);
    const url = URL.parse(/^https?:/i.test(found) ? found : `https://${found}`);
    if (!url) return [];
    const host = url.hostname.replace(/^www\./, '');
    return [{ host, isDeep: /[^/.,;:!]/.test(url.pathname) || url.search !== '', isBare }];
  });

export const withoutLinks = (text: string): string => text.replace(linkPattern, ' ');

export const isCommonPlace = ({ host }: Link): boolean => commonPlaces.test(host);

/** The visitor writes from there. */
export function isOfAddress({ host }: Link, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return host === domain || host.endsWith(`.${domain}`);
}

/** A word as short as this is in too many names to tell them apart. */
const tellingWord = 4;

/** The site is called like the company, or like a part of it: "tsplumbing.com" of "T&S Plumbing". */
export function isNamedLike({ host }: Link, company: string): boolean {
  const site = squeeze(host.split('.').slice(0, -1).join(''));
  const name = squeeze(company);
  const words = company.split(/[^\p{L}\p{N}]+/u).filter((it) => it.length >= tellingWord);
  return (
    (site.length >= tellingWord && name.includes(site)) ||
    words.some((word) => site.includes(squeeze(word)))
  );
}

const squeeze = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
