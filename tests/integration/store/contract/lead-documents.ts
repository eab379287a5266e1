import { describe, expect, test } from 'vitest';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, type Open, openedWith } from './opened.ts';
import type { Store } from '../../../../functions/store/port.ts';

const at = second(9);

export function leadsContract(open: Open): void {
  describe('a new lead', () => {
    test.each([
      ['another script', 'Łukasz 田中さん ירושלים'],
      ['emoji of several characters', '👩🏽‍🔧 🇺🇸'],
      ['accents in two spellings', 'Pe\u00f1a Pen\u0303a'],
      ['lines, quotes and a NUL', `a\r\n\t"b" 'c' \\ \0 %s ; --`],
      ['as much as a message may have', '☂'.repeat(1000)],
    ])('keeps %s', async (_, message) => {
      const record = aRecord({
        message,
        name: message.slice(0, 100),
        attempts: [{ at, ms: 40, status: 500, answer: message }],
        delivery: { state: 'held', reasons: ['honeypot', 'links'] },
        lease: { holder: 'a', until: at },
      });
      const store = await openedWith(open, record);
      expect(await store.get(record.id)).toEqual(record);
    });

    test('is stored even if it contains half an emoji', async () => {
      const store = await opened(open);
      const record = aRecord({ name: 'Dana \ud83d', message: '\udc4d' });
      expect(await store.create(record)).toBe(true);
      const stored = await store.get(record.id);
      expect(stored?.name.toWellFormed()).toBe('Dana \ufffd');
      expect(stored?.message?.toWellFormed()).toBe('\ufffd');
    });

    test('is stored once when it comes twenty times at the same time', async () => {
      const store = await opened(open);
      const records = Array.from({ length: 20 }, (_, i) =>
        aRecord({ id: 'same', name: `Dana ${i}` }),
      );
      const written = await Promise.all(records.map((it) => store.create(it)));
      expect(written.filter(Boolean)).toHaveLength(1);
      expect(await store.get('same')).toEqual(records[written.indexOf(true)]);
    });

    test('is visible through every connection to the same store, and stays after closing', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const record = aRecord();
      const store = await open(name);
      const beside = await opened(open, name);
      await store.create(record);
      expect(await beside.get(record.id)).toEqual(record);
      expect(await beside.create(record)).toBe(false);
      await store.close();
      expect(await (await opened(open, name)).get(record.id)).toEqual(record);
    });
  });

  test.each(['unknown', '', '.', '..', 'a/b', '/', '__proto__', '__x__', 'é\0', 'x'.repeat(2000)])(
    'an unknown id finds no lead: %j',
    async (id) => {
      const store = await opened(open);
      await store.create(aRecord());
      expect(await store.get(id)).toBeUndefined();
      expect(await store.change(id, (it) => it)).toBeUndefined();
    },
  );

  describe('a change', () => {
    test('writes nothing if it is declined, or if its callback throws', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      expect(await store.change(record.id, () => undefined)).toBeUndefined();
      const failure = new TypeError('undecided');
      const changed = store.change(record.id, () => {
        throw failure;
      });
      await expect(changed).rejects.toBe(failure);
      expect(await store.get(record.id)).toEqual(record);
    });

    test('is not lost when ten come at the same time, through two connections', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const [one, other] = [await opened(open, name), await opened(open, name)];
      const record = aRecord();
      await one.create(record);
      const changes = Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? one : other).change(record.id, (it) => ({ ...it, tries: it.tries + 1 })),
      );
      const seen = (await Promise.all(changes)).map((it) => it?.tries ?? 0);
      expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
      expect(await one.get(record.id)).toMatchObject({ tries: 10 });
    });
  });

  describe('the marker of the last change', () => {
    const changes: [string, (store: Store) => Promise<unknown>][] = [
      ['created', (store) => store.create(aRecord({ id: 'new' }))],
      [
        'imported',
        (store) =>
          store.add('submissions', [
            { kind: 'submission', submission: aRecord({ id: 'imported' }) },
          ]),
      ],
      ['changed', (store) => store.change('a', (it) => ({ ...it, answered: { at, by: 'Ada' } }))],
      ['erased', (store) => store.erase(['a'], at)],
    ];

    test.each(changes)('moves after a lead was %s', async (_, change) => {
      const store = await openedWith(open, aRecord({ id: 'a' }));
      const place = await store.lastChange();
      await change(store);
      const next = await store.lastChange();
      expect(next).not.toBe(place);
      expect(await store.lastChange()).toBe(next);
    });

    test('moves after the very first lead', async () => {
      const store = await openedWith(open);
      const place = await store.lastChange();
      await store.create(aRecord());
      expect(await store.lastChange()).not.toBe(place);
    });

    test('stays if no lead changed, even after a visit of the canary', async () => {
      const store = await openedWith(open, aRecord({ id: 'a' }));
      const place = await store.lastChange();
      await store.change('a', () => undefined);
      await store.rehearse(aRecord({ id: 'canary' }));
      expect(await store.lastChange()).toBe(place);
    });
  });

  test('a test that an earlier version stored as a lead is found only by retention', async () => {
    const delivery = { state: 'pending', next_attempt_at: second(0) } as const;
    const earlier = { ...aRecord({ id: 'test', created_at: second(0), delivery }), test: true };
    const store = await openedWith(open, earlier);
    expect(await store.get('test')).toBeUndefined();
    expect(await store.change('test', (it) => it)).toBeUndefined();
    expect(await store.due(second(9), 9)).toEqual([]);
    expect(await store.arrivals('', 9)).toEqual([]);
    for (const filter of [{}, { q: 'dana' }])
      expect((await store.page({ filter, limit: 9 })).records).toEqual([]);
    expect((await Array.fromAsync(store.all('submissions'))).flat()).toEqual([]);
    expect((await store.report(second(0).slice(0, 7), 'source')).total.leads).toBe(0);
    expect(await store.idsBefore(second(9), 9)).toEqual(['test']);
    expect(await store.erase(['test'], second(9))).toBe(1);
    expect((await store.tombstone('test'))?.figures).toBeUndefined();
  });

  test('a rehearsal leaves no data, and no lead under the same id', async () => {
    const store = await openedWith(open);
    await store.rehearse(aRecord({ id: 'a' }));
    expect(await store.get('a')).toBeUndefined();
    expect(await store.idsBefore('9999', 9)).toEqual([]);
    expect(await store.create(aRecord({ id: 'a' }))).toBe(true);
  });
}
