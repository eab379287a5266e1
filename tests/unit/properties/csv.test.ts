import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { csvHead, csvRow } from '../../../functions/inbox/submissions-csv.ts';
import { csvLine } from '../../../src/shared/csv.ts';
import { readCsv } from '../../support/builders/csv-reader.ts';
import { anyText } from '../../support/builders/generated.ts';
import { aRecord } from '../../support/builders/record.ts';

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

test('every cell is read back as it was, except for the apostrophe that disarms a formula', () => {
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

test('every row has as many cells as the head', () => {
  fc.assert(
    fc.property(field, field, (name, message) => {
      const [head, row, ...more] = readCsv(csvHead + csvRow(aRecord({ name, message })));
      expect(row).toHaveLength(Number(head?.length));
      expect(more).toEqual([]);
    }),
  );
});

test('a row ends with what admins noted, and none of that is a formula', () => {
  const at = '2026-11-24T15:00:00.000Z';
  const by = '=sam@example.com';
  const notes = ['-1', 'so "so"'].map((text) => ({ id: text, at, by, text }));
  const rows = [
    { outcome: { state: 'won', amount: 4200, at, by }, call_back: { at, by }, notes },
    { outcome: { state: 'lost', reason: 'price', words: '+1', at, by } },
    { outcome: { state: 'not-a-lead', reason: '@spam', at, by } },
    {},
  ] satisfies Partial<SubmissionRecord>[];
  const [head, ...read] = readCsv(csvHead + rows.map((it) => csvRow(aRecord(it))).join(''));
  const first = head?.indexOf('outcome');
  expect([head, ...read].map((it) => it?.slice(first))).toEqual([
    'outcome amount reason reason_words outcome_at outcome_by call_back_at notes'.split(' '),
    ['won', '4200', '', '', at, `'${by}`, at, `${at} ${by}: -1\n${at} ${by}: so "so"`],
    ['lost', '', 'price', `'+1`, at, `'${by}`, '', ''],
    ['not-a-lead', '', `'@spam`, '', at, `'${by}`, '', ''],
    ['', '', '', '', '', '', '', ''],
  ]);
});

test('an e-mail address that begins like a formula, or has one in it, is text', () => {
  const row = csvRow(aRecord({ email: '=r&d|=1+1@example.com' }));
  expect(row).toContain(",'=r&d|'=1+1@example.com,");
});
