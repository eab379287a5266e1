import { describe, expect, test } from 'vitest';
import type { Store } from '../../../../functions/store/port.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { openedWith, type Open } from './opened.ts';

const someone = {
  name: 'María-José Peña O’Neil',
  email: 'Maria.Pena+leads@Acme-Roofing.example',
  company: 'Ünal & Söhne 24-7',
  phone: '+1 (713) 555-0142 ext. 9',
};

const finds = [
  'peña|PENA|pen|maria jose|jose maria|María-José|o’neil|neil|leads|unal|söh|24-7',
  'maria.pena+leads@acme-roofing.example|Maria.Pena+leads@ACME|maria.pena+leads@|acme-roof',
  'acme pena sohne|713|7135550142|713-555-0142|(713) 555-0142|+1 713 555 0142|1 (713) 555-0142',
  '+17135550142|555-0142|5550142|0142|555 0142|713.555.01',
].flatMap((it) => it.split('|'));
const findsNot = 'ena|penas|maria lopez|roe|714|9999|555-0143|x@acme|maria@'.split('|');

const longEmail = `${'a'.repeat(64)}@${'b'.repeat(60)}.example`;

export function searchContract(open: Open): void {
  describe('a search', () => {
    test('finds a lead by the beginnings of its words, and no other', async () => {
      const record = aRecord(someone);
      const other = aRecord({ name: 'Lee Poe', phone: '832 555 7777' });
      const store = await openedWith(open, record, other);
      const isFound = async (q: string) => (await idsOf(store, q)).includes(record.id);
      for (const q of finds) expect([q, await isFound(q)]).toEqual([q, true]);
      for (const q of findsNot) expect([q, await isFound(q)]).toEqual([q, false]);
    });

    test('finds a whole address, however long, and no similar one', async () => {
      const store = await openedWith(open, aRecord({ email: longEmail }));
      expect(await idsOf(store, longEmail)).toHaveLength(1);
      expect(await idsOf(store, longEmail.replace('.example', '.exampla'))).toHaveLength(0);
    });

    test('compares long words to their end', async () => {
      const store = await openedWith(
        open,
        aRecord({ company: 'Donaudampfschifffahrtsgesellschaft' }),
      );
      expect(await idsOf(store, 'donaudampfschifffahrtsgesell')).toHaveLength(1);
      expect(await idsOf(store, 'donaudampfschifffahrtskapitän')).toHaveLength(0);
    });

    test('works with a character that is cut in half', async () => {
      const company = `a${'\u{20BB7}'.repeat(15)}`;
      const store = await openedWith(open, aRecord({ company }));
      expect(await idsOf(store, company)).toHaveLength(1);
      expect(await idsOf(store, `${company}b`)).toHaveLength(0);
      expect(await idsOf(store, 'dana@\ud800')).toHaveLength(0);
    });

    test('follows a change of the lead’s words', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      await store.change(record.id, (it) => ({ ...it, name: 'Lee Poe' }));
      expect(await idsOf(store, 'lee')).toEqual([record.id]);
      expect(await idsOf(store, 'poe roof')).toEqual([record.id]);
    });

    test('has the newest first, over several pages', async () => {
      const records = Array.from({ length: 7 }, (_, i) => aRecord({ created_at: second(-i) }));
      const store = await openedWith(open, ...records);
      expect(await idsOf(store, 'dana', 3)).toEqual(records.map(({ id }) => id));
    });

    test.each([1, 2, 3, 9])(
      'has the newest first in pages of %i, in whatever order they came',
      async (limit) => {
        const times = [second(90), '2025-11-03T12:00:30Z', second(30), second(0), second(-1)];
        const records = times.flatMap((created_at, i) =>
          ['c', 'b', 'a'].map((letter) => aRecord({ id: `${letter}${i}`, created_at })),
        );
        const byId = records.toSorted((a, b) => a.id.localeCompare(b.id));
        const store = await openedWith(open, ...byId);
        expect(await idsOf(store, 'dana', limit)).toEqual(records.map(({ id }) => id));
      },
    );

    test('takes signs as words, not as a command', async () => {
      const store = await openedWith(open, aRecord());
      const commands = 'dana" OR "lee|NEAR(dana, 2)|dana@"x|dana@example.com"*|dana@\0|" "|*';
      for (const q of commands.split('|')) expect([q, await idsOf(store, q)]).toEqual([q, []]);
    });

    test('finds the few among many who share the longer word', async () => {
      const records = Array.from({ length: 140 }, (_, i) =>
        aRecord({ name: i % 35 === 34 ? 'Zoe Longname' : 'Ann Longname', created_at: second(-i) }),
      );
      const store = await openedWith(open, ...records);
      const expected = records.filter(({ name }) => name.startsWith('Zoe')).map(({ id }) => id);
      expect(await idsOf(store, 'zoe longname', 3)).toEqual(expected);
    });
  });
}

async function idsOf(store: Store, q: string, limit = 50): Promise<string[]> {
  const filter = { q };
  const ids: string[] = [];
  let page = await store.page({ filter, limit });
  for (;;) {
    ids.push(...page.records.map(({ id }) => id));
    if (!page.next) return ids;
    page = await store.page({ filter, limit, after: page.next });
  }
}
