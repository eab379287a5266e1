import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  indexTerm,
  indexTerms,
  lookupWord,
  matches,
  queryWords,
} from '../../../functions/store/search.ts';
import { aRecord } from '../../support/builders/record.ts';

/** Words as in people's names: in any script, with accents in both spellings. */
const letter = fc.constantFrom(
  ...Array.from('abcxyzABCXYZñÑüéßØłŁΣσςΑЖжñשא田中한ｆ'),
  'n\u0303',
  'é',
  '\u{1F1FA}',
);
const word = fc
  .tuple(fc.constantFrom(...Array.from('aZñŁΣЖש田한')), fc.string({ unit: letter, maxLength: 12 }))
  .map((parts) => parts.join(''));
const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((it) => it.join(' '));
const phone = fc.constantFrom('(713) 555-0142', '+1 713.555.0142', '1-713-555-0142', '7135550142');

const record = fc.record({ name: words, company: words, email: fc.emailAddress(), phone });
/** The place where a word is cut, as a part of its length. */
const part = fc.double({ min: 0, max: 1, noNaN: true });

function expectFound(searched: Parameters<typeof matches>[0], q: string): void {
  const asked = queryWords(q);
  expect([q, matches(searched, asked)]).toEqual([q, true]);
  const lookup = lookupWord(q);
  if (lookup !== undefined) expect(indexTerms(searched)).toContain(indexTerm(lookup));
}

/** At least the first character, and never half of one. */
const beginning = (text: string, of: number): string => {
  const characters = Array.from(text);
  return characters.slice(0, Math.max(1, Math.ceil(characters.length * of))).join('');
};

test('a lead is found by the beginnings of any of its words, in any order and case', () => {
  const chosen = fc.array(fc.tuple(fc.nat(), part, fc.boolean()), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(record, chosen, (it, choices) => {
      const own = `${it.name} ${it.company}`.split(' ');
      const asked = choices.map(([at, of, loud]) => {
        const text = beginning(String(own[at % own.length]), of);
        return loud ? text.toUpperCase() : text;
      });
      expectFound({ ...aRecord(), ...it }, asked.join(' '));
    }),
    { numRuns: 2000 },
  );
});

test('a lead is found by its e-mail address or the beginning of it', () => {
  fc.assert(
    fc.property(record, part, (it, of) => {
      expectFound({ ...aRecord(), ...it }, it.email);
      const at = it.email.indexOf('@') + 1;
      const begun = it.email.slice(0, at) + beginning(it.email.slice(at), of);
      if (/[\p{L}\p{N}]@/u.test(begun)) expectFound({ ...aRecord(), ...it }, begun);
    }),
    { numRuns: 1000 },
  );
});

test('a lead is found by its number in every spelling: whole, its beginning or from a later group', () => {
  const asked = fc.constantFrom(
    '7135550142',
    '713 555 0142',
    '(713) 555-0142',
    '+1 713 555 0142',
    '+17135550142',
    '555-0142',
    '5550142',
    '0142',
    '713555',
    '713',
  );
  fc.assert(
    fc.property(record, asked, (it, q) => {
      if (it.phone === '7135550142' && !q.includes('713')) return;
      expectFound({ ...aRecord(), ...it }, q);
    }),
  );
});
