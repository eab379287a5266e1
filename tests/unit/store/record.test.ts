import { expect, test, describe } from 'vitest';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import { countMonth, figuresIn, reportOf } from '../../../functions/store/figures.ts';
import {
  fillPage,
  type Filter,
  type PageQuery,
  type Scan,
} from '../../../functions/store/paging.ts';
import { isDocumentId, readRecord } from '../../../functions/store/record.ts';
import { fields } from '../../../src/shared/fields.ts';
import {
  daysIn,
  emptyTally,
  isMonth,
  monthsAfter,
  mostInMonth,
  rowsInReport,
} from '../../../src/shared/report-schema.ts';
import { attemptsKept, type Attempt } from '../../../src/shared/submission.ts';
import { aRecord, deliveries, followedUp, second } from '../../support/builders/record.ts';

test('a page ends after a thousand reads, and says where to continue', async () => {
  const many = Array.from({ length: 2500 }, (_, i) =>
    aRecord({ created_at: second(-i), name: i === 2400 ? 'Zoe Poe' : 'Ann Poe' }),
  );
  const reads: number[] = [];
  const scan: Scan = (after, count) => {
    const start = after ? many.findIndex(({ id }) => id === after.id) + 1 : 0;
    reads.push(Math.min(count, many.length - start));
    return Promise.resolve(many.slice(start, start + count));
  };
  let query: PageQuery = { filter: { q: 'zoe poe' }, limit: 50 };
  const sizes: number[] = [];
  for (let more = true; more;) {
    const { records, next } = await fillPage(query, scan);
    sizes.push(records.length);
    query = { ...query, after: next };
    more = next !== undefined;
  }
  expect(sizes).toEqual([0, 0, 1]);
  const whole = [51, 250, 250, 250, 250];
  expect(reads).toEqual([...whole, ...whole, 51, 250, 97]);
});

const won = { state: 'won', at: second(9), by: 'sam@example.com' } as const;
const kinds = [
  aRecord({ created_at: second(4), answered: null, attribution: { utm_campaign: 'spring' } }),
  aRecord({ created_at: second(3), answered: { at: second(9), by: 'Ada' }, industry: 'hvac' }),
  aRecord({ created_at: second(2), delivery: deliveries.held, name: 'Lee Poe' }),
  aRecord({ created_at: second(1), archived: true, outcome: won }),
  aRecord({ created_at: second(0), answered: null, outcome: won, call_back: followedUp.call_back }),
  aRecord({ created_at: second(0), answered: null, call_back: followedUp.call_back }),
];

/** An engine indexes only a part of the filter, so it reads leads that this must leave out. */
test.each<[Filter, number[]]>([
  [{}, [0, 1, 4, 5]],
  [{ q: 'poe' }, [2]],
  [{ delivery: 'held' }, [2]],
  [{ answered: 'no' }, [0]],
  [{ call_back: 'planned' }, [4, 5]],
  [{ call_back: 'due', due_by: second(90) }, [4, 5]],
  [{ call_back: 'due', due_by: second(0) }, []],
  [{ archived: 'yes' }, [3]],
  [{ archived: 'yes', delivery: 'held' }, []],
  [{ outcome: 'won' }, [4]],
  [{ industry: 'hvac' }, [1]],
  [{ campaign: 'spring' }, [0]],
  [{ from: second(3) }, [0, 1]],
  [{ to: second(3) }, [4, 5]],
])('the filter %j finds the leads at these places: %j', async (filter, places) => {
  const { records } = await fillPage({ filter, limit: 9 }, () => Promise.resolve(kinds));
  expect(records.map((it) => kinds.indexOf(it))).toEqual(places);
});

const written = fields.filter(({ kind }) => kind !== 'choice' && kind !== 'consent');

test.each([...written.map(({ name }) => name), 'outcome', 'notes'])(
  'Firestore does not index texts of visitors and admins: %s',
  (fieldPath) => {
    expect(indexes.fieldOverrides).toContainEqual({
      collectionGroup: 'contact_submissions',
      fieldPath,
      indexes: [],
    });
  },
);

test.each(['a', '0b6f2c1e', 'a_b', 'é', '...', '__a', '🚒'.repeat(370)])(
  'every engine can store a record under the id %j',
  (id) => expect(isDocumentId(id)).toBe(true),
);

test.each(['', 'a/b', 'a/b/c', '.', '..', '__x__', '\ud800', 'x'.repeat(1501), 'é'.repeat(751)])(
  'no record can have the id %j, since one of the engines could not store it',
  (id) => expect(isDocumentId(id)).toBe(false),
);

const settled = {
  state: 'settled',
  at: second(9),
  by: 'Ada',
  given_up_at: second(2),
  since: second(1),
};
const givenUp = { state: 'failed', at: second(2), since: second(1) };
const off = { state: 'off' };
const unwanted = { delivery: { state: 'held', reasons: ['do_not_contact', 'honeypot'] } };
const answered = { at: second(3), by: 'Ada' };

test.each([
  ['settled', { delivery: settled, answered }, { delivery: givenUp, archived: true }],
  [
    'settled and unanswered',
    { delivery: settled, answered: null },
    { delivery: givenUp, archived: false },
  ],
  [
    'settled and archived',
    { delivery: settled, answered: null, archived: true },
    { delivery: givenUp, archived: true },
  ],
  [
    'a dispute',
    { delivery: { state: 'dispute' }, answered: null },
    { delivery: off, archived: true },
  ],
  [
    'held because its person wanted no contact',
    { ...unwanted, no_contact: true, stopped: { was: settled, since: second(5) } },
    {
      delivery: { state: 'held', reasons: ['asked-to-stop', 'honeypot'] },
      opted_out: { at: second(5), how: 'unknown' },
    },
  ],
  [
    'unwanted, and allowed since then',
    { delivery: off, opted_out: null, no_contact: true },
    { delivery: off, opted_out: null },
  ],
])('a lead that an earlier version stored as %s is read with today’s states', (_, stored, read) => {
  const record = { ...aRecord({ archived: false }), ...stored };
  expect(readRecord(record.id, record)).toEqual({
    ...record,
    no_contact: undefined,
    stopped: undefined,
    ...read,
  });
});

test('a dispute of an earlier version counts in no report, and a settled lead counts as a lead', () => {
  const dispute = { ...aRecord({ source: 'dispute' }), delivery: { state: 'dispute' } };
  const lead = { ...aRecord(), delivery: settled };
  const { total, held } = countMonth('2025-11', [dispute, lead]);
  expect([total.leads, total.not_leads, held]).toEqual([1, 0, 0]);
});

/** Five minutes before the company closes on a Friday. */
const came = '2026-11-06T23:55:00.000Z';
const lead = (different: Parameters<typeof aRecord>[0] = {}) => {
  const figures = figuresIn(aRecord({ created_at: came, answered: null, ...different }));
  if (!figures) throw new TypeError('A whole lead has figures');
  return figures;
};
const attempts = (...statuses: number[]): Attempt[] =>
  statuses.map((status) => ({ at: came, ms: 5, status }));

describe('the figures of a lead', () => {
  test.each([
    ['2026-11-06T23:59:59.999Z', 0],
    // The office is closed over the weekend.
    ['2026-11-09T14:00:00.000Z', 1],
    ['2026-11-09T15:09:59.000Z', 1],
    ['2026-11-09T15:10:00.000Z', 2],
    ['2026-11-09T18:00:00.000Z', 3],
    ['2026-11-09T23:54:59.000Z', 4],
    ['2026-11-09T23:55:00.000Z', null],
  ])('have the step of an answer at %s: %s', (at, step) => {
    expect(lead({ answered: { at, by: 'Ada' } }).answered_within).toBe(step);
  });

  test('have no step without an answer, or if the version did not record answers', () => {
    expect(lead().answered_within).toBeNull();
    expect(lead({ answered: undefined }).answered_within).toBeNull();
  });

  test.each([
    [true, attempts(200)],
    [true, attempts(200, 500)],
    [false, []],
    [false, attempts(500, 200)],
    // The first attempt may no longer be stored.
    [false, attempts(...Array.from({ length: attemptsKept }, () => 200))],
  ])('say whether the first try succeeded: %s', (first_try, made) => {
    expect(lead({ attempts: made }).first_try).toBe(first_try);
  });

  test('have the day in the company’s time zone', () => {
    expect(lead({ created_at: '2026-11-07T05:59:59.999Z' }).day).toBe('2026-11-06');
  });

  test('have none of the person’s words', () => {
    expect(lead({ industry: 'Call 713-555-0142' }).industry).toBe('other');
    expect(lead({ industry: 'toString' }).industry).toBe('other');
  });
});

test('a report has each day of its month and each step of an answer', () => {
  const { days, rows } = reportOf(countMonth('2026-02', []), 'answered', []);
  expect(days).toEqual(Array(28).fill(0));
  expect(rows).toEqual(['0', '1', '2', '3', '4', '5'].map((name) => ({ name, ...emptyTally() })));
});

test('a month counts an erased lead whose industry left the rate card as other', () => {
  const erased = [
    { figures: { ...lead(), industry: 'whaling' } },
    { figures: { ...lead(), industry: 'toString', source: '__proto__' } },
    { figures: 'damaged' },
  ];
  const counted = countMonth('2026-11', erased);
  const bySource = reportOf(counted, 'source', []);
  expect(bySource.rows).toMatchObject([
    { name: '__proto__', leads: 1 },
    { name: 'contact_page', leads: 1 },
  ]);
  expect('leads' in {}).toBe(false);
  const { rows } = reportOf(counted, 'industry', []);
  expect(rows).toMatchObject([{ name: 'other', leads: 2 }]);
  expect(bySource.days[5]).toBe(2);
});

test('a month names its biggest campaigns and all campaigns with a cost, and sums up the others', () => {
  const from = (attribution: object) =>
    aRecord({
      created_at: came,
      attribution,
      outcome: { state: 'lost', reason: 'price', at: came, by: 'Ada' },
    });
  const small = Array.from({ length: rowsInReport + 5 }, (_, i) =>
    from({ utm_campaign: `campaign ${String(i).padStart(2, '0')}` }),
  );
  const big = [{ utm_source: 'zoo' }, { utm_campaign: 'zoo' }].map(from);
  const counted = countMonth('2026-11', [...small, ...big, from({})]);
  const costs = [
    { campaign: 'campaign 29', dollars: 0.1 },
    { campaign: 'no leads', dollars: 0.2 },
  ];
  const { rows, total } = reportOf(counted, 'campaign', costs);
  expect(rows[0]).toMatchObject({ name: 'zoo', leads: 2 });
  expect(rows.slice(-3)).toMatchObject([
    { name: 'campaign 29', leads: 1, spent: 0.1 },
    { name: 'no leads', leads: 0, spent: 0.2 },
    { name: null, leads: 6, lost: 6, reasons: { price: 6 } },
  ]);
  expect(rows).toHaveLength(rowsInReport + 3);
  expect(total).toMatchObject({
    leads: rows.reduce((sum, { leads }) => sum + leads, 0),
    spent: 0.3,
  });
  expect(reportOf(counted, 'source', costs).total.spent).toBe(0.3);
});

test('a month with more leads than a report counts says so', () => {
  const figures = lead();
  const month = (count: number) => countMonth('2026-11', Array(count).fill({ figures }));
  expect(month(mostInMonth)).toMatchObject({ is_partial: false, total: { leads: mostInMonth } });
  expect(month(mostInMonth + 1)).toMatchObject({ is_partial: true, total: { leads: mostInMonth } });
});

test('months follow each other across the year', () => {
  expect(monthsAfter('2026-12', 1)).toBe('2027-01');
  expect(monthsAfter('2026-01', -1)).toBe('2025-12');
  expect(['2026-02', '2028-02', '2026-12'].map(daysIn)).toEqual([28, 29, 31]);
  expect(['2026-11', '2026-13', '2026-1', '1999-12', '2026-11-01'].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
