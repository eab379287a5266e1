import { conversionName, networkNames, type AdNetwork } from '../shared/follow-up-schema.ts';
import { counted, number, submissions } from './counted.ts';

const where: Readonly<Record<AdNetwork, string>> = {
  google: 'Tools, Data manager',
  microsoft: 'Conversions, Offline conversions, Upload',
};

export const ads = {
  intro:
    'A file of a month’s won leads. Upload it, and your ads learn which clicks bring customers.',
  network: 'For',
  month: 'Won in',
  again: 'Also leads of earlier files',
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

export const erase = {
  heading: 'Erase a person',
  intro:
    'If a person asks to be forgotten, this erases everything that was sent with their e-mail address or one of their phone numbers.',
  email: 'Email of the person',
  phone: 'Phone of the person',
  find: 'Look up',
  finding: 'Looking',
  close: 'Cancel',
  personMissing: 'Email or phone is required',
  none: 'No submissions of this person.',
  found: (count: number, names: readonly string[]) =>
    `${submissions(count)} from ${names.join(', ')}.`,
  more: (count: number) => `There are more: these are the first ${number(count)}.`,
  others:
    'If you don’t recognize a name, it may be a colleague who shares the phone. To leave them out, search by e-mail address only.',
  changed: 'The number has changed. Nothing was erased yet.',
  warning:
    'You can’t undo this. Submissions that are waiting for the webhook won’t be sent. A delivery in progress can’t be stopped, and delivered submissions must be erased in the receiving system, too. We keep each submission’s ID, the time of its erasure, what the report counts, and which consent text the person agreed to and when, with keyed hashes of their e-mail address and phone number.',
  go: (count: number) => `Erase ${submissions(count)}`,
  erasing: 'Erasing',
  done: (count: number) => `${submissions(count)} erased`,
  notFound: 'The submissions could not be looked up. Please try again.',
  notErased: 'Some could not be erased. Look up the person again to see how many are left.',

  agreed: {
    heading: 'Did they agree?',
    intro:
      'If an erased person says that they never agreed, enter the e-mail address or phone number that they gave. It must be the whole address or number.',
    person: 'E-mail or phone',
    ask: 'Ask',
    asking: 'Asking',
    missing: 'E-mail or phone is required',
    none: (person: string) =>
      `Nobody with ${person} was erased, or they were erased before the site kept such records.`,
    answer: (person: string, agreed: string, version: string, erased: string) =>
      `${person} agreed on ${agreed} to version ${version}, and was erased on ${erased}.`,
    failed: 'The erased submissions could not be searched. Please try again.',
  },
} as const;

export const test = {
  heading: 'Send a test',
  intro:
    'This sends a sample lead, marked as a test, to the webhook or mailbox that gets your leads. It isn’t stored, and no notice goes to NOTICE_TO.',
  close: 'Close',
  go: 'Send test',
  going: 'Sending',
  again: 'Send another',

  sending: 'Sending. This takes up to ten seconds.',
  arrived: (status: number, took: string) => `It arrived: the answer was ${status} after ${took}.`,
  answered: (status: number, took: string) =>
    `It did not arrive: the answer was ${status} after ${took}.`,
  unanswered: (why: string, took: string) => `It did not arrive. ${why}. That took ${took}.`,

  advice: {
    401: 'Check whether the receiver has the same WEBHOOK_SECRET as this site.',
    403: 'Check whether the receiver has the same WEBHOOK_SECRET as this site.',
    404: 'Check the path in WEBHOOK_URL.',
    410: 'Check the path in WEBHOOK_URL.',
    refused:
      'Look at the log of the receiver. Only a status from 200 to 299 counts, and redirects aren’t followed.',
    unanswered: 'Check WEBHOOK_URL and, for mail, SMTP_URL, and whether the receiver is running.',
  } as Record<number | 'refused' | 'unanswered', string>,

  alert: 'Send a test alert',
  alertSending: 'Sending a test alert.',
  alertSent: (count: number) =>
    count === 1 ? 'A test alert was sent.' : `A test alert was sent to ${count} addresses.`,
  alertNotSent: 'The test alert could not be sent. Please try again.',

  notSent: 'The test could not be sent. Please try again.',
} as const;
