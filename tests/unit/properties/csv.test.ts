import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHead, csvLine, csvRow } from '../../../functions/inbox/csv-format.ts';
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

test('an e-mail address that begins like a formula, or has one in it, is text', () => {
  const row = csvRow(aRecord({ email: '=r&d|=1+1@example.com' }));
  expect(row).toContain(",'=r&d|'=1+1@example.com,");
});
