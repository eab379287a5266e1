import type { adNetworks } from './follow-up.ts';

export type AdNetwork = (typeof adNetworks)[number];

/** What the conversion is called in both networks. Whoever sets it up there types the same name. */
export const conversionName = 'Website lead won';

export const adsFileName = (network: AdNetwork, month: string): string =>
  `${network}-ads-${month}.csv`;

/** Why a won lead isn't in the file, after a number of such leads. */
export const leftOutBecause = {
  taken: 'taken before',
  gpc: 'whose browser asked not to share',
  /** It came before anybody looked for that signal, and before the privacy policy spoke of this. */
  older: 'from before the site kept what browsers ask',
  'opted-out': 'on the do-not-contact list',
  held: 'held',
  'no-consent': 'without marketing consent',
} as const;

export type LeftOut = keyof typeof leftOutBecause;

/** Headers of the file: how many rows it has, and a sentence about the leads that aren't in it, if any. */
export const adsHeaders = { rows: 'x-rows', leftOut: 'x-left-out' } as const;
