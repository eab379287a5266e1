import { describe, expect, test } from 'vitest';
import { aRecord } from '../../../support/builders/record.ts';
import { opened, type Open } from './opened.ts';

export function createContract(open: Open): void {
  describe('a new lead', () => {
    test('is stored as it came', async () => {
      const store = await opened(open);
      const record = aRecord({
        attempts: [{ at: '2025-11-03T16:20:05.000Z', ms: 40, status: 500, answer: 'No' }],
        delivery: { state: 'held', reasons: ['honeypot', 'links'] },
        lease: { holder: 'a', until: '2025-11-03T16:20:15.000Z' },
      });
      expect(await store.create(record)).toBe(true);
      expect(await store.get(record.id)).toEqual(record);
    });

    test('may have no message', async () => {
      const store = await opened(open);
      const record = aRecord({ message: null });
      await store.create(record);
      expect(await store.get(record.id)).toMatchObject({ message: null });
    });

    test.each([
      ['another script', 'Łukasz 田中さん ירושלים'],
      ['emoji of several characters', '👩🏽‍🔧 🇺🇸'],
      ['accents in two spellings', 'Pe\u00f1a Pen\u0303a'],
      ['lines, quotes and a NUL', `a\r\n\t"b" 'c' \\ \0 %s ; --`],
      ['as much as a message may have', '☂'.repeat(1000)],
    ])('keeps %s', async (_, message) => {
      const store = await opened(open);
      const record = aRecord({ message, name: message.slice(0, 100) });
      await store.create(record);
      expect(await store.get(record.id)).toEqual(record);
    });

    test('is not lost over half an emoji', async () => {
      const store = await opened(open);
      const record = aRecord({ name: 'Dana \ud83d', message: '\udc4d' });
      expect(await store.create(record)).toBe(true);
      const stored = await store.get(record.id);
      expect(stored?.name.toWellFormed()).toBe('Dana \ufffd');
      expect(stored?.message?.toWellFormed()).toBe('\ufffd');
    });

    test('changes nothing if its id is taken', async () => {
      const store = await opened(open);
      const first = aRecord();
      await store.create(first);
      expect(await store.create(aRecord({ id: first.id, name: 'Another' }))).toBe(false);
      expect(await store.get(first.id)).toEqual(first);
    });

    test('is stored once when it comes fifty times at once', async () => {
      const store = await opened(open);
      const records = Array.from({ length: 50 }, (_, i) =>
        aRecord({ id: 'same', name: `Dana ${i}` }),
      );
      const written = await Promise.all(records.map((it) => store.create(it)));
      expect(written.filter(Boolean)).toHaveLength(1);
      expect(await store.get('same')).toEqual(records[written.indexOf(true)]);
    });

    test('is there for everyone who opens the same store, and stays after closing', async () => {
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

  describe('an id', () => {
    test.each([
      'unknown',
      '',
      '.',
      '..',
      'a/b',
      '/',
      '__proto__',
      '__x__',
      'é\0',
      'x'.repeat(2000),
    ])('that no lead has finds nothing: %j', async (id) => {
      const store = await opened(open);
      await store.create(aRecord());
      expect(await store.get(id)).toBeUndefined();
      expect(await store.change(id, (it) => it)).toBeUndefined();
    });
  });
}
