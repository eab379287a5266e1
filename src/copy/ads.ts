import { conversionName, type AdNetwork } from '../shared/ads.ts';
import { counted } from './counted.ts';

export const networkNames: Readonly<Record<AdNetwork, string>> = {
  google: 'Google Ads',
  microsoft: 'Microsoft Advertising',
};

const where: Readonly<Record<AdNetwork, string>> = {
  google: 'Tools, Data manager',
  microsoft: 'Conversions, Offline conversions, Upload',
};

export const ads = {
  intro:
    'A file of the leads that were won in a month. When you upload it, your ads learn which clicks bring customers.',
  network: 'For',
  month: 'Won in',
  again: 'Also those taken before',
  close: 'Close',
  go: 'Save the file',
  going: 'Making the file',
  saved: (rows: number, name: string) => `${counted(rows, 'lead is', 'leads are')} in ${name}.`,
  none: 'There is no lead to take, so no file was saved.',
  upload: (network: AdNetwork) =>
    `Upload it in ${networkNames[network]} under ${where[network]}. The conversion there must be called “${conversionName}”.`,
  lost: 'These leads count as taken now. If the file gets lost, save it again with the box ticked.',
  failed:
    'The file could not be fetched. Some leads may count as taken: tick the box, so that the next file has all.',
} as const;
