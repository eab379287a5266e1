import { describe, expect, test } from 'vitest';
import { parseLine, UnreadableLine, textOf, type Item } from '../../../scripts/transfer/format.ts';
import type { Figures } from '../../../functions/store/figures.ts';
import { aRecord, second } from '../../support/builders/record.ts';

const submission = (different: Parameters<typeof aRecord>[0] = {}): Item => ({
  kind: 'submission',
  submission: aRecord(different),
});
const role = (user_id: string, name = 'admin'): Item => ({ kind: 'role', user_id, role: name });
const withId: Record<string, (id: string) => Item> = {
  submission: (id) => submission({ id }),
  tombstone: (id) => ({
    kind: 'tombstone',
    tombstone: { id, erased_at: second(0), consent: null },
  }),
  role,
  damaged: (id) => ({ kind: 'damaged', of: 'submission', id }),
};

const lineOf = (item: unknown): Buffer => Buffer.from(JSON.stringify(item));
const parsed = (item: Item) => parseLine(Buffer.from(textOf([item]).trimEnd()));

describe.each(Object.entries(withId))('a %s', (_, item) => {
  test.each(['a', '0b6f2c1e', 'a_b', 'é', '...', '__a', '🚒'.repeat(370)])(
    'may have the id %j',
    (id) => {
      expect(parsed(item(id))).toEqual(item(id));
    },
  );

  test.each(['', 'a/b', 'a/b/c', '.', '..', '__x__', '\ud800', 'x'.repeat(1501), 'é'.repeat(751)])(
    'is refused if no engine could store its id: %j',
    (id) => {
      expect(() => parsed(item(id))).toThrow(new UnreadableLine("its id can't be stored"));
    },
  );
});

describe('a role', () => {
  test.each(['', 'b_admin', 'Admin', 'ad/min', 'admin\n'])('can’t have the name %j', (name) => {
    expect(() => parsed(role('a', name))).toThrow(new UnreadableLine('role is not valid'));
  });

  test('and its user fit into one id', () => {
    expect(() => parsed(role('x'.repeat(1497)))).toThrow("its id can't be stored");
  });
});

describe('a tombstone', () => {
  const figures: Figures = {
    day: '2025-11-03',
    held: false,
    industry: 'roofing',
    source: 'contact_page',
    first_try: true,
    answered_within: 4,
  };
  const withFigures = (different: Partial<Figures>): Item => ({
    kind: 'tombstone',
    tombstone: {
      id: 'a',
      erased_at: second(0),
      consent: null,
      figures: { ...figures, ...different },
    },
  });

  test.each<Partial<Figures>>([
    {},
    { answered_within: null },
    { industry: 'other' },
    { outcome: { state: 'lost', reason: 'price' } },
  ])('may have figures with %j', (different) => {
    expect(parsed(withFigures(different))).toEqual(withFigures(different));
  });

  test.each<Partial<Figures>>([
    { day: '2025-11-31' },
    { day: '2025-11-99' },
    { day: 'today' },
    { answered_within: 5 },
    { answered_within: -0.5 },
  ])('can’t have figures that no report can count: %j', (different) => {
    const [name] = Object.keys(different);
    expect(() => parsed(withFigures(different))).toThrow(
      new UnreadableLine(`tombstone.figures.${name} is not valid`),
    );
  });
});

describe('half a character', () => {
  const half = 'a\ud800';
  const entry = {
    number: 1,
    id: 'a',
    at: second(0),
    by: { uid: null, name: half },
    event: { action: 'revoked', user: 'a' },
    previous: '',
    hash: '',
  } as const;
  const consent = { version: half, sha256: '', at: second(0) };

  test.each<Item>([
    { kind: 'action', entry },
    { kind: 'tombstone', tombstone: { id: 'a', erased_at: second(0), consent } },
  ])('is refused where this program never writes it: $kind', (item) => {
    expect(() => parsed(item)).toThrow(new UnreadableLine('it has half a character'));
  });

  test('may be in what a visitor sent', () => {
    const item = submission({ name: half });
    expect(parsed(item)).toEqual(item);
  });
});

describe('a line', () => {
  test.each([-1, 1.5, 1e300])('can’t have %d tries', (tries) => {
    expect(() => parsed(submission({ tries }))).toThrow(
      new UnreadableLine('submission.tries is not valid'),
    );
  });

  test.each(['0001-06-01T10:00:00.000Z', '1999-12-31T23:59:59.999Z'])(
    'can’t be of a lead that came at %s',
    (created_at) => {
      expect(() => parsed(submission({ created_at }))).toThrow(
        new UnreadableLine('submission.created_at is not valid'),
      );
    },
  );

  test.each(['2025-02-30T00:00:00.000Z', '2025-13-01T00:00:00.000Z', 'soon'])(
    'can’t have the time %s',
    (at) => {
      const item = { ...submission({ delivery: { state: 'delivered', at } }) };
      expect(() => parseLine(lineOf(item))).toThrow(
        new UnreadableLine('submission.delivery.at is not valid'),
      );
    },
  );
});
