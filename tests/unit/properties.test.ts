import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SubmissionRecord, isDocumentId } from '../../functions/store/record.ts';
import { csvHead, csvRow } from '../../functions/inbox/submissions-csv.ts';
import { csvLine } from '../../src/shared/csv.ts';
import { readCsv } from '../support/builders/csv-reader.ts';
import { anyText } from '../support/builders/generated.ts';
import { aRecord } from '../support/builders/record.ts';
import { Refusal } from '../../functions/http/request.ts';
import { readCursor, writeCursor } from '../../functions/http/cursor.ts';

/** Spreadsheets read this as the start of a formula, after any blanks or quotation marks. */
const formula = /^[\s"]*[=+\-@＝＋－＠]/;

const withoutApostrophes = (rows: string[][]) =>
  rows.map((row) => row.map((it) => it.replaceAll("'", '')));

const field = fc.oneof(
  anyText,
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '\t', ' ', "'", ';', 'a', 'é') }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '＝', ' =', '\t=', '\r\n+', '\u00a0-'), anyText)
    .map((parts) => parts.join('')),
);

test('every cell survives a round trip, except for the apostrophe that disarms a formula', () => {
  const rows = fc.array(fc.array(field, { minLength: 1, maxLength: 11 }), { maxLength: 5 });
  fc.assert(
    fc.property(rows, (fields) => {
      const read = readCsv(fields.map(csvLine).join(''));
      expect(withoutApostrophes(read)).toEqual(withoutApostrophes(fields));
      const beginnings = read
        .flat()
        .flatMap((cell) => [cell, ...cell.split(/[;|\t\r\n]/).slice(1)]);
      expect(beginnings.filter((it) => formula.test(it))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('a field of line breaks is written in linear time', () => {
  expect(csvLine([`a${'\n'.repeat(300_000)}=1`])).toMatch(/\n'=1"/);
});

test('every row has as many cells as the header', () => {
  fc.assert(
    fc.property(field, field, (name, message) => {
      const [head, row, ...more] = readCsv(csvHead + csvRow(aRecord({ name, message })));
      expect(row).toHaveLength(Number(head?.length));
      expect(more).toEqual([]);
    }),
  );
});

test('a row ends with the admins’ notes, and none of them is a formula', () => {
  const at = '2026-11-24T15:00:00.000Z';
  const by = '=sam@example.com';
  const notes = ['-1', 'so "so"'].map((text) => ({ id: text, at, by, text }));
  const rows = [
    { outcome: { state: 'won', amount: 4200, at, by }, call_back: { at, by }, notes },
    {
      outcome: { state: 'lost', reason: 'price', words: '+1', at, by },
      opted_out: { at, how: 'admin' },
    },
    { outcome: { state: 'not-a-lead', reason: '@spam', at, by } },
    {},
  ] satisfies Partial<SubmissionRecord>[];
  const [head, ...read] = readCsv(csvHead + rows.map((it) => csvRow(aRecord(it))).join(''));
  const first = Number(head?.indexOf('outcome'));
  expect([head, ...read].map((it) => it?.slice(first, first + 9))).toEqual([
    'outcome amount reason reason_words outcome_at outcome_by call_back_at notes no_contact'.split(
      ' ',
    ),
    ['won', '4200', '', '', at, `'${by}`, at, `${at} ${by}: -1\n${at} ${by}: so "so"`, 'false'],
    ['lost', '', 'price', `'+1`, at, `'${by}`, '', '', 'true'],
    ['not-a-lead', '', `'@spam`, '', at, `'${by}`, '', '', 'false'],
    ['', '', '', '', '', '', '', '', 'false'],
  ]);
});

test('an e-mail address that starts with or contains a formula is written as text', () => {
  const row = csvRow(aRecord({ email: '=r&d|=1+1@example.com' }));
  expect(row).toContain(",'=r&d|'=1+1@example.com,");
});

const place = fc.record({
  time: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  id: fc.oneof(fc.uuid(), fc.constantFrom('a.b', 'a b', 'é'), anyText.filter(isDocumentId)),
});

test('a cursor survives a round trip', () => {
  fc.assert(
    fc.property(place, (position) => {
      const cursor = writeCursor(position);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(readCursor(cursor)).toEqual(position);
    }),
  );
});

test('a forged cursor is refused', () => {
  const inBase64 = (text: string) => Buffer.from(text).toString('base64url');
  const madeUp = fc.oneof(
    anyText,
    fc.base64String(),
    fc.json().map(inBase64),
    fc.tuple(anyText, anyText).map((it) => inBase64(JSON.stringify(it))),
  );
  fc.assert(
    fc.property(madeUp, (cursor) => {
      expect(refusalOf(() => readCursor(cursor))).toMatchObject({ status: 400 });
    }),
    { numRuns: 1000 },
  );
});

test('a truncated or changed cursor is read as a place or refused, and never throws', () => {
  const changed = fc
    .tuple(place, fc.nat(150), anyText)
    .map(([from, at, text]) => writeCursor(from).slice(0, at) + text);
  fc.assert(
    fc.property(changed, (cursor) => {
      const refusal = refusalOf(() => {
        const { time, id } = readCursor(cursor);
        expect([new Date(time).toString(), id]).not.toContain('Invalid Date');
      });
      if (refusal) expect(refusal.status).toBe(400);
    }),
    { numRuns: 1000 },
  );
});

function refusalOf(work: () => unknown): Refusal | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
