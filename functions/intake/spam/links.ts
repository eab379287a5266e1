import { domainToUnicode } from 'node:url';

/** Common endings of addresses: "St.John" has none of them. The last one is for examples. */
const topLevel =
  'com|net|org|info|biz|us|co|io|me|ly|gl|gg|gd|gy|at|ru|su|ua|cn|in|de|uk|eu|tk|xyz|top|site|online|shop|store|club|vip|live|win|icu|buzz|click|link|app|dev|pro|ph|example';

/** Latin letters only: Chinese has no spaces, so the words before an address would join it. */
const letter = String.raw`\p{Script=Latin}\p{M}\d`;
const rest = String.raw`[^\s<>"'\]|)]`;

const linkPattern = new RegExp(
  String.raw`(?:\bhttps?://|\bwww\.)${rest}+|(?<![@${letter}_.-])(?:[${letter}-]+\.)+(?:${topLevel})\b(?![@.-]\w)(?:[/?]${rest}*)?`,
  'giu',
);

/** Businesses have their own pages on these sites, under any address. */
const commonPlaces =
  /(?:^|\.)(?:facebook|fb|instagram|tiktok|youtube|linkedin|nextdoor|yelp|houzz|angi|thumbtack|homeadvisor|bbb|google|psychologytoday|pinterest|x|twitter)\.(?:com|org)$|^(?:g\.page|goo\.gl|youtu\.be|fb\.me)$|\.goo\.gl$/;

/** Pages of most business sites. A visitor who copies such an address means the site. */
const usualPage =
  /^\/(?:(?:en|es|index|home|about|about-us|contact|contact-us|services|gallery|portfolio|projects|our-work|reviews|testimonials|locations|team|faq)(?:\.(?:html?|php|aspx?))?\/?)?[.,;:!]*$/i;

/** Parameters that ads and profiles add to an address, and that people copy with it. */
const tracking = /^(?:utm_\w+|gclid|gbraid|wbraid|gad_\w+|fbclid|msclkid|srsltid)$/;

export interface Link {
  host: string;
  /** True for "https://roe.example", false for "www.roe.example" and "Roofing.com". */
  hasScheme: boolean;
  isDeep: boolean;
}

export const findLinks = (text: string): Link[] =>
  (text.match(linkPattern) ?? []).flatMap((address) => {
    const hasScheme = /^https?:/i.test(address);
    const url = URL.parse(hasScheme ? address : `https://${address}`);
    if (!url) return [];
    const isDeep =
      !usualPage.test(url.pathname) ||
      [...url.searchParams.keys()].some((name) => !tracking.test(name));
    return [{ host: url.hostname.replace(/^www\.|\.$/g, ''), hasScheme, isDeep }];
  });

export const withoutLinks = (text: string): string => text.replace(linkPattern, ' ');

export const isCommonPlace = ({ host }: Link): boolean => commonPlaces.test(host);

export function isOfAddress({ host }: Link, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return host === domain || host.endsWith(`.${domain}`);
}

/** Shorter words are part of too many names. */
const tellingWord = 4;
const tellingInitials = 3;

/** Has the name, a part of it or its initials: "tsplumbing.com" (T&S Plumbing), "bcs-tx.com" (Bayou City Services). */
export function isNamedLike({ host }: Link, name: string): boolean {
  const site = squeeze(domainToUnicode(host).split('.').slice(0, -1).join(''));
  const words = name.split(/[^\p{L}\p{M}\p{N}]/u).map(squeeze);
  const initials = words.map((word) => word.charAt(0)).join('');
  return (
    (site.length >= tellingWord && squeeze(name).includes(site)) ||
    (initials.length >= tellingInitials && site.startsWith(initials)) ||
    words.some((word) => word.length >= tellingWord && site.includes(word))
  );
}

const squeeze = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
