import { assert as holds, property, string, constantFrom, array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import {
  fillPage,
  indexTerm,
  indexTerms,
  lookupWord,
  matches,
  queryWords,
  type Scan,
} from '../../../functions/store/search.ts';
import type { PageQuery, Place } from '../../../functions/store/store.ts';
import { aRecord, second } from '../../support/record.ts';

const someone = {
  name: 'María-José Peña',
  email: 'Maria.Pena@Acme-Roofing.example',
  company: 'Ünal & Söhne',
  phone: '+1 (713) 555-0142',
};

describe('a question', () => {
  test.each([
    ['  Peña  ROE ', ['pena', 'roe']],
    ['María-José', ['maria', 'jose']],
    ['Pen\u0303a', ['pena']],
    ['ﬁne', ['fine']],
    ['Maria@Example.com', ['maria@example.com']],
    ['@example', ['example']],
    ['(713) 555-0142', ['7135550142']],
    ['+1 (713) 555-0142', ['7135550142']],
    ['1 713 555 0142', ['7135550142']],
    ['555 0142', ['555', '0142']],
    ['+1-713-555-0142', ['7135550142']],
    ['17135550142', ['7135550142']],
    ['24-7', ['24', '7']],
    ['roe roe', ['roe']],
    ['', []],
    [' ', []],
    [' & – ! ', [' ']],
    ['+1', [' ']],
    ['roe & sons', ['roe', 'sons']],
  ])('%j is about %j', (q, words) => {
    expect(queryWords(q)).toEqual(words);
  });

  test('looks up its longest word, which is the rarest', () => {
    expect(lookupWord(['jo', 'garcia', 'roe'])).toBe('garcia');
    expect(lookupWord([])).toBeUndefined();
  });
});

describe('the index', () => {
  const words = 'maria jose pena unal sohne acme roofing example 713 5550142 0142 maria.pena@acme';

  test.each(words.split(' '))('has every beginning of %s', (word) => {
    const terms = new Set(indexTerms(someone));
    for (let length = 1; length <= word.length; length++) {
      const beginning = word.slice(0, length);
      if (word.includes('@') && !beginning.includes('@')) continue;
      expect(terms).toContain(beginning);
    }
  });

  test('has each once', () => {
    const terms = indexTerms({ ...someone, company: someone.name });
    expect(new Set(terms).size).toBe(terms.length);
  });

  test('stays small, whatever the fields say', () => {
    const longest = {
      name: Array.from({ length: 50 }, (_, i) => String.fromCodePoint(97 + (i % 26))).join(' '),
      email: `${'ab.'.repeat(80)}c@example.com`,
      company: 'ﷺ'.repeat(100),
      phone: '1 '.repeat(25),
    };
    expect(indexTerms(longest).length).toBeLessThan(1000);
  });

  test('finds what matching finds', () => {
    const piece = constantFrom('dana', 'Peña', 'ß', 'ﬁ', '@', '.', '-', ' ', '+1', '713', '5', 'İ');
    const text = array(piece, { maxLength: 8 }).map((it) => it.join(''));
    holds(
      property(
        text,
        text,
        text,
        string({ unit: 'grapheme', maxLength: 12 }),
        (name, spaced, phone, company) => {
          const email = spaced.replaceAll(' ', '');
          const record = { name, email, phone, company };
          for (const q of [name, email, phone, company]) {
            const asked = queryWords(q);
            const word = lookupWord(asked);
            if (word === undefined || !matches(record, asked)) continue;
            expect(indexTerms(record)).toContain(indexTerm(word));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('finds a text by itself', () => {
    // Numbers and addresses have rules of their own.
    const text = string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter(
      (it) => /[\p{L}\p{N}]/u.test(it) && !/[\d@]/.test(it.normalize('NFKD')),
    );
    holds(
      property(text, (name) => matches({ ...someone, name }, queryWords(name))),
      { numRuns: 500 },
    );
  });
});

describe('a page', () => {
  const records = Array.from({ length: 40 }, (_, i) =>
    aRecord({
      id: `r${100 - i}`,
      created_at: second(-i),
      name: i % 10 === 9 ? 'Zoe Poe' : 'Ann Poe',
    }),
  );
  const idsOf = (found: SubmissionRecord[]) => found.map(({ id }) => id);
  const zoes = idsOf(records.filter(({ name }) => name.startsWith('Zoe')));

  test('is filled from as many reads as it takes', async () => {
    const { records: found, next } = await fillPage(ask(['zoe', 'poe'], 3), scanOf(records));
    expect(idsOf(found)).toEqual(zoes.slice(0, 3));
    const rest = await fillPage({ ...ask(['zoe', 'poe'], 3), after: next }, scanOf(records));
    expect(idsOf(rest.records)).toEqual(zoes.slice(3));
    expect(rest.next).toBeUndefined();
  });

  test('is the last one when nothing more fits', async () => {
    const { next } = await fillPage(ask(['zoe'], 4), scanOf(records));
    expect(next).toBeUndefined();
  });

  test('ends after a thousand reads, and says where to go on', async () => {
    const many = Array.from({ length: 2500 }, (_, i) =>
      aRecord({ created_at: second(-i), name: i === 2400 ? 'Zoe Poe' : 'Ann Poe' }),
    );
    let reads = 0;
    let query = ask(['zoe', 'poe'], 50);
    const sizes: number[] = [];
    for (let more = true; more;) {
      const scan: Scan = async (after, count) => {
        const found = await scanOf(many)(after, count);
        reads += found.length;
        return found;
      };
      const { records: found, next } = await fillPage(query, scan);
      sizes.push(found.length);
      query = { ...query, after: next };
      more = next !== undefined;
    }
    expect(sizes).toEqual([0, 0, 1]);
    expect(reads).toBe(many.length);
  });

  test('leaves out what only the index takes for a match', async () => {
    const held = aRecord({ delivery: { state: 'held', reasons: [] } });
    const others = [
      held,
      aRecord({ industry: 'cleaning' }),
      aRecord({ name: 'Zoe', email: 'z@z.example', company: 'Z' }),
    ];
    const { filter, limit } = ask(['dana'], 9);
    const query = { limit, filter: { ...filter, industry: 'roofing' } };
    expect((await fillPage(query, scanOf(others))).records).toEqual([]);
  });
});

const ask = (words: string[], limit: number): PageQuery => ({ filter: { words }, limit });

/** An index that holds these, in their order. */
const scanOf =
  (records: SubmissionRecord[]): Scan =>
  (after: Place | undefined, count) => {
    const start = after ? records.findIndex(({ id }) => id === after.id) + 1 : 0;
    return Promise.resolve(records.slice(start, start + count));
  };
