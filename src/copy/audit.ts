import {
  commandLine,
  importing,
  textingTool,
  unproven,
  type Actor,
  type AuditEntry,
  type EntryOf,
} from '../shared/audit.ts';
import { outcomeNames, networkNames } from '../shared/follow-up-schema.ts';
import { counted, number, submissions } from './counted.ts';
import { deliveryWords } from './delivery.ts';

const entries = (count: number): string => counted(count, 'entry', 'entries');

export const audit = {
  title: 'Audit Log',
  description: 'The audit log, for staff.',
  back: 'Back to the inbox',
  intro:
    'This log shows who did what with submissions, opt-outs and admin roles, and when. An entry is written before its action, or together with it, and the site never changes or removes one. The newest entries come first.',

  list: {
    heading: 'Entries',
    loading: 'Loading entries',
    failed: 'Error loading entries',
    retry: 'Try again',
    more: 'Load more',
    loadingMore: 'Loading',
    added: (count: number) => `${entries(count)} added`,
    end: (count: number) => `Beginning of the log: ${entries(count)}`,
    none: 'There are no entries yet.',
    unreadable: 'This entry can’t be read.',
    ids: 'IDs',
    schedule: 'The site’s own schedule',
  },
} as const;

type Done = Pick<AuditEntry, 'event' | 'by'>;

const deeds: { [A in Done['event']['action']]: (done: EntryOf<A>) => string } = {
  resent: () => 'Resent to the webhook',
  released: () => 'Released a held lead',
  settled: () => 'Decided that a lead won’t be delivered',
  reopened: () => 'Decided that a lead should be delivered after all',
  answered: () => 'Marked a lead as answered',
  unanswered: () => 'Marked a lead as not answered',
  archived: () => 'Archived a lead',
  unarchived: () => 'Took a lead out of the archive',
  tested: () => 'Sent a test to the webhook',
  exported: ({ event }) => `Exported ${partOf(event.filter)}`,
  outcome: ({ event }) =>
    event.state === 'open'
      ? 'Noted that a lead is open again'
      : `Noted what became of a lead: ${outcomeNames[event.state].toLowerCase()}`,
  offered: ({ event }) =>
    `Exported ${counted(event.count, 'lead', 'leads')} won in ${event.month} for ${networkNames[event.network]}`,
  spent: ({ event }) => `Changed what an advertisement cost in ${event.month}`,
  certified: () => 'Issued a certificate of consent',
  'opted-out': () => 'Put a person on the do-not-contact list',
  'opted-in': () => 'Took a person off the do-not-contact list',
  'looked-up': ({ event }) =>
    event.list === 'erased'
      ? 'Looked up a person among the erased'
      : 'Looked up a person on the do-not-contact list',
  'read-many': ({ event }) => `Read more than ${number(event.count)} leads within an hour`,
  erased: ({ event, by }) => `Erased ${submissions(event.submissions.length)}${whyErased(by)}`,
  granted: () => 'Gave the admin role to an account',
  revoked: () => 'Took the admin role from an account',
  imported: ({ event }) => `Imported the log of another store with ${entries(event.count)}`,
  witnessed: ({ event }) =>
    `Sent the hash of entry ${number(event.count)} away${event.token === null ? '' : ', with a timestamp'}`,
};

export const deedOf = (done: Done): string =>
  (deeds[done.event.action] as (done: Done) => string)(done);

function whyErased({ uid, name }: Actor): string {
  if (uid !== null) return ' of one person';
  return [commandLine.name, importing.name].includes(name)
    ? ' that an imported export lists as erased'
    : ' at the end of their retention period';
}

/** Actors who didn't sign in. */
const doers: Readonly<Record<string, string>> = {
  [commandLine.name]: 'The command line',
  [importing.name]: 'An import',
  [unproven.name]: 'The person, unproven',
  [textingTool.name]: 'The texting tool',
};

export const doerOf = ({ uid, name }: Actor): string =>
  uid === null ? (doers[name] ?? audit.list.schedule) : name;

/** Older entries may name a state that no longer exists. */
const states: Readonly<Record<string, string>> = deliveryWords.states;
const wordFor = (state: string): string => (states[state] ?? state).toLowerCase();

function partOf(filter: EntryOf<'exported'>['event']['filter']): string {
  const { searched, industry, campaign, delivery, outcome, from, to } = filter;
  const parts = [
    ...(searched ? ['a search'] : []),
    ...(industry === null ? [] : [`industry ${industry}`]),
    ...(campaign ? ['one campaign'] : []),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(filter.waiting ? ['waiting for an answer'] : []),
    ...(filter.call_back ? ['to be called back'] : []),
    ...(outcome ? [`outcome ${outcomeNames[outcome].toLowerCase()}`] : []),
    ...(filter.archived ? ['archived'] : []),
    ...(delivery === null ? [] : [`delivery ${wordFor(delivery)}`]),
  ];
  return parts.length > 0 ? `a part of the list: ${parts.join(', ')}` : 'the whole list';
}
