import { assert as holds, property, string, constantFrom, array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  indexTerm,
  indexTerms,
  lookupWord,
  matches,
  queryWords,
  wordsOf,
} from '../../../functions/store/search.ts';

const someone = {
  name: 'María-José Peña',
  email: 'Maria.Pena@Acme-Roofing.example',
  company: 'Ünal & Söhne',
  phone: '+1 (713) 555-0142',
};

describe('a search', () => {
  test.each([
    ['  Peña  ROE ', ['pena', 'roe']],
    ['María-José', ['maria', 'jose']],
    ['Pen\u0303a', ['pena']],
    ['ﬁne', ['fine']],
    ['Maria@Example.com', ['maria@example.com']],
    ['@example', ['example']],
    ["r&d=O'x!@example.com", ['r', 'd', 'o', 'x', 'example', 'com']],
    ['r&d@example.com', ['r&d@example.com']],
    ['Roe <"r&d@example.com">,', ['roe', 'r&d@example.com']],
    ['(713) 555-0142', ['7135550142']],
    ['+1 (713) 555-0142', ['7135550142']],
    ['1 713 555 0142', ['7135550142']],
    ['555 0142', ['555', '0142']],
    ['24-7', ['24', '7']],
    ['roe roe', ['roe']],
    ['', []],
    [' & – ! ', [' ']],
    ['+1', [' ']],
    ['roe & sons', ['roe', 'sons']],
    ['Straße', ['strasse']],
    ['ΟΔΟΣ οδός', ['οδοσ']],
    ['a\ud83d', ['a']],
    ['555-0142', ['5550142']],
    ['55-0142', ['55', '0142']],
    ['555-0142x', ['555', '0142x']],
    ['x555-0142', ['x555', '0142']],
    ['17135550142 roe', ['7135550142', 'roe']],
    ['171355501', ['171355501']],
    ['171355501427', ['171355501427']],
    ['27135550142', ['27135550142']],
    ['a713 555 014255', ['a713', '555', '014255']],
    ['713 555 0142x', ['713', '555', '0142x']],
    ['713.555/0142', ['7135550142']],
    [undefined, []],
  ])('for %j looks for %j', (q, words) => {
    expect(queryWords(q)).toEqual(words);
  });

  test('finds a number that was typed with full-width digits', () => {
    const abroad = { ...someone, phone: '＋１ ７１３ ５５５ ０１４２' };
    for (const q of ['7135550142', '713 555 0142', '0142', abroad.phone])
      expect([q, matches(abroad, queryWords(q))]).toEqual([q, true]);
  });

  test.each(['ext 5', 'x12', '(cell)', '/ cell 832-555-0142'])(
    'finds a number that was typed with %s',
    (more) => {
      const phone = `(713) 555-0142 ${more}`;
      for (const q of [phone, '7135550142'])
        expect([q, matches({ ...someone, phone }, queryWords(q))]).toEqual([q, true]);
    },
  );

  test('finds the third of a person’s numbers', () => {
    const phone = '+1 713 555 0142, +1 832 555 0199, +1 281 555 0123';
    for (const q of ['2815550123', '281 555 0123', '+1 (281) 555-0123'])
      expect([q, matches({ ...someone, phone }, queryWords(q))]).toEqual([q, true]);
  });

  test('looks up its longest word, which is the rarest', () => {
    expect(lookupWord('jo garcia roe')).toBe('garcia');
    expect(lookupWord(' ')).toBeUndefined();
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

  test('has no more terms of a word or an address than it needs', () => {
    expect(indexTerm('x'.repeat(30))).toBe('x'.repeat(20));
    expect(indexTerm(`x@${'y'.repeat(80)}`)).toBe(`x@${'y'.repeat(62)}`);
    expect(indexTerm(`${'x'.repeat(19)}🌳`)).toBe('x'.repeat(19));
    const terms = indexTerms({ ...someone, email: `${'x'.repeat(70)}@roe.example` });
    expect(Math.max(...terms.map((it) => it.length))).toBe(64);
  });

  test('has only the first six groups of a number, and the first characters of long fields', () => {
    const long = {
      name: `${'n '.repeat(50)}last`,
      email: 'a@b.example',
      company: `${'c '.repeat(50)}last`,
      phone: '10 20 30 40 50 60 70',
    };
    const words = wordsOf(long);
    expect(words).toContain('6070');
    expect(words).not.toContain('70');
    expect(words).not.toContain('last');
    expect(wordsOf({ ...long, email: `${'e'.repeat(255)}@x` })).not.toContain('x');
  });

  test('has a number with and without its country code', () => {
    expect(wordsOf({ ...someone, phone: '1 (713) 555-0142' })).toEqual(
      expect.arrayContaining(['17135550142', '7135550142', '5550142', '0142']),
    );
    expect(wordsOf({ ...someone, phone: '17135550142' })).toContain('7135550142');
    const nameless = { ...someone, name: '', company: '' };
    expect(wordsOf({ ...nameless, phone: '?' })).toEqual([
      'maria',
      'pena',
      'acme',
      'roofing',
      'example',
      'maria.pena@acme-roofing.example',
    ]);
  });

  test('has each term once', () => {
    const terms = indexTerms({ ...someone, company: someone.name });
    expect(new Set(terms).size).toBe(terms.length);
  });

  test('stays small for any fields', () => {
    const longest = {
      name: Array.from({ length: 50 }, (_, i) => String.fromCodePoint(97 + (i % 26))).join(' '),
      email: `${'ab.'.repeat(80)}c@example.com`,
      company: 'ﷺ'.repeat(100),
      phone: '1 '.repeat(25),
    };
    expect(indexTerms(longest).length).toBeLessThan(1000);
  });

  test('finds the same leads as a full match', () => {
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
            const word = lookupWord(q);
            if (word === undefined || !matches(record, asked)) continue;
            expect(indexTerms(record)).toContain(indexTerm(word));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('finds a text by searching for that text', () => {
    // Numbers and addresses have their own rules. Some Arabic letters are a mark on a blank.
    const text = string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((letters) => {
      const plain = letters.normalize('NFKD');
      return /[\p{L}\p{N}]/u.test(plain) && !/[\d@]/.test(plain);
    });
    holds(
      property(text, (name) => matches({ ...someone, name }, queryWords(name))),
      { numRuns: 500 },
    );
  });
});
