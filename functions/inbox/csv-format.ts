import { clickIds, type Attribution } from '../../src/shared/attribution.ts';
import { csvLine } from '../../src/shared/csv.ts';
import { fields } from '../../src/shared/fields.ts';
import type { Note } from '../../src/shared/follow-up.ts';
import type { SubmissionItem } from '../../src/shared/submission.ts';

interface Column {
  name: string;
  read: (item: SubmissionItem) => string;
  /** The day it was added, like 2026-12-01. The first columns have none. */
  added?: string | undefined;
}

const ofFields = fields.map(({ name, added }): Column => ({
  name,
  read: (it) => String(it[name] ?? ''),
  added,
}));

const ofOrigin = (...names: (keyof Attribution)[]): Column[] =>
  names.map((name) => ({ name, read: (it) => String(it.attribution?.[name] ?? '') }));

/** With its name, since each network has its own: `gclid:EAIaIQob`. */
function clickId({ attribution }: SubmissionItem): string {
  const name = clickIds.find((it) => attribution?.[it] !== undefined);
  return name ? `${name}:${String(attribution?.[name])}` : '';
}

/** What admins noted about a lead. The newest note comes first. */
const ofFollowUp = (
  [
    ['outcome', ({ outcome }) => outcome?.state ?? ''],
    ['amount', ({ outcome }) => (outcome?.state === 'won' ? String(outcome.amount ?? '') : '')],
    ['reason', ({ outcome }) => (outcome && 'reason' in outcome ? outcome.reason : '')],
    ['reason_words', ({ outcome }) => (outcome?.state === 'lost' ? (outcome.words ?? '') : '')],
    ['outcome_at', ({ outcome }) => outcome?.at ?? ''],
    ['outcome_by', ({ outcome }) => outcome?.by ?? ''],
    ['call_back_at', ({ call_back }) => call_back?.at ?? ''],
    ['notes', ({ notes = [] }) => notes.map(noteText).join('\n')],
  ] satisfies [string, Column['read']][]
).map(([name, read]): Column => ({ name, read, added: '2026-11-24' }));

const noteText = ({ at, by, text }: Note): string => `${at} ${by}: ${text}`;

const allColumns: Column[] = [
  { name: 'id', read: (it) => it.id },
  { name: 'created_at', read: (it) => it.created_at },
  ...ofFields,
  { name: 'source', read: (it) => it.source },
  { name: 'delivery', read: (it) => it.delivery.state },
  { name: 'answered_at', read: (it) => it.answered?.at ?? '' },
  ...ofOrigin('utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'),
  { name: 'click_id', read: clickId },
  ...ofOrigin('landing_path', 'referrer', 'quoted_industry', 'quoted_price'),
  { name: 'phone_e164', read: (it) => it.phone_e164 ?? '' },
  ...ofFollowUp,
];

/** Spreadsheets and scripts rely on the places of columns, so later ones come last. */
const columns = allColumns.toSorted(({ added: a = '' }, { added: b = '' }) => a.localeCompare(b));

export const csvHead = csvLine(columns.map(({ name }) => name));

export const csvRow = (item: SubmissionItem): string =>
  csvLine(columns.map(({ read }) => read(item)));
