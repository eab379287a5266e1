import { domainToUnicode } from 'node:url';
import type { Link } from './links.ts';

/** Shorter words are in too many names to tell them apart. */
const tellingWord = 4;
const tellingInitials = 3;

/**
 * The site has the name, a part of it or its initials: "tsplumbing.com" for "T&S Plumbing",
 * "bcs-tx.com" for "Bayou City Services".
 */
export function isNamedLike({ host }: Link, name: string): boolean {
  const site = squeeze(domainToUnicode(host).split('.').slice(0, -1).join(''));
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((it) => it !== '');
  const initials = squeeze(words.map((it) => it.charAt(0)).join(''));
  return (
    (site.length >= tellingWord && squeeze(name).includes(site)) ||
    (initials.length >= tellingInitials && site.startsWith(initials)) ||
    words.some((it) => it.length >= tellingWord && site.includes(squeeze(it)))
  );
}

const squeeze = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
