import { describe, expect, test } from 'vitest';
import { anAlert } from '../../../support/builders/health.ts';
import type { AuditEvent } from '../../../../src/shared/audit-event.ts';
import type { Place } from '../../../../functions/store/paging.ts';
import { anEntry, appendTo, loggedIn } from '../../../support/builders/audit.ts';
import { opened, type Open, openedWith } from './opened.ts';
import { second, aRecord } from '../../../support/builders/record.ts';
import { dueFrom, type OutboxEntry } from '../../../../functions/store/outbox-entry.ts';
import type { Admission } from '../../../../functions/store/port.ts';
import { newCanary, newWatch, type Watch } from '../../../../functions/store/watch-state.ts';

const limit = { count: 3, windowMs: 10_000 };
const at = (count: number) => new Date(second(count));
const admitted: Admission = { admitted: true };
const until = (count: number): Admission => ({ admitted: false, until: at(count).getTime() });

export function besideLeadsContract(open: Open): void {
  describe('the audit log', () => {
    test('has each entry unchanged, newest first, page by page', async () => {
      const store = await opened(open);
      const append = (event: AuditEvent, at: string) => appendTo(store, event, at);
      const [a, c, b] = [
        await append({ action: 'resent', submission: 'a' }, second(0)),
        await append({ action: 'erased', submissions: ['a', 'b'] }, second(2)),
        await append(
          {
            action: 'exported',
            filter: { searched: true, industry: null, delivery: 'failed' },
          },
          second(1),
        ),
      ];
      const all = [c, b, a];
      expect(await loggedIn(store)).toEqual(all);
      for (const limit of [1, 2]) {
        const { entries, next } = await store.audit({ limit });
        expect(entries).toMatchObject(all.slice(0, limit));
        const rest = await store.audit({ limit: 3, after: next });
        expect(rest).toMatchObject({ entries: all.slice(limit), next: undefined });
      }
      expect((await store.audit({ limit: 3 })).next).toBeUndefined();
    });

    test('pages through entries of the same time, and has each once', async () => {
      const store = await opened(open);
      const written = [await appendTo(store), await appendTo(store), await appendTo(store)];
      const found: unknown[] = [];
      let after: Place | undefined;
      do {
        const page = await store.audit({ limit: 1, after });
        found.push(...page.entries);
        after = page.next;
      } while (after);
      expect(found).toMatchObject(written.toReversed());
    });

    test('has all entries when ten are written at the same time, through two connections', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const [one, other] = [await opened(open, name), await opened(open, name)];
      await Promise.all(Array.from({ length: 10 }, (_, i) => appendTo(i % 2 ? one : other)));
      expect(await loggedIn(one)).toHaveLength(10);
    });

    test('has an entry for a change if and only if the change was made', async () => {
      const store = await openedWith(open, aRecord({ id: 'a' }));
      const entry = anEntry({ action: 'archived', submission: 'a' });
      expect(await store.change('a', () => undefined, { entry })).toBeUndefined();
      expect(await store.change('none', (it) => it, { entry })).toBeUndefined();
      expect(await store.changeSpent('2026-11', () => undefined, entry)).toBeUndefined();
      expect(await loggedIn(store)).toEqual([]);
      await store.change('a', (it) => ({ ...it, archived: true }), { entry });
      const costs = anEntry({ action: 'spent', month: '2026-11' });
      await store.changeSpent('2026-11', () => [{ campaign: 'a', dollars: 1 }], costs);
      expect(await loggedIn(store)).toEqual([costs, entry]);
    });

    test('accepts entries of another store, each once', async () => {
      const store = await opened(open);
      const own = await appendTo(store);
      const other = anEntry({ action: 'tested', submission: 'b' });
      const lines = [own, other].map((entry) => ({ kind: 'action', entry }) as const);
      expect(await store.add('audit_log', lines)).toEqual([false, true]);
      expect(await loggedIn(store)).toEqual([other, own]);
      expect((await Array.fromAsync(store.all('audit_log', 1))).flat()).toEqual(lines);
    });
  });

  test('the rate limiter admits as many hits as the limit allows, and then none until the window has moved', async () => {
    const store = await opened(open);
    const come = (mark: string, when: number) => store.admit('key', mark, limit, at(when));
    expect(await come('a', 0)).toEqual(admitted);
    expect(await come('b', 4)).toEqual(admitted);
    expect(await come('c', 5)).toEqual(admitted);
    expect(await come('d', 6)).toEqual(until(10));
    expect(await come('d', 9.999)).toEqual(until(10));
    // Only the first has left the window.
    expect(await come('d', 10)).toEqual(admitted);
    expect(await come('e', 10)).toEqual(until(14));
    // Refused hits don't count: otherwise a flood would never end.
    expect(await come('e', 14)).toEqual(admitted);
    expect(await come('f', 40)).toEqual(admitted);
    expect(await come('g', 49)).toEqual(admitted);
    // Another network's hit removes expired hits.
    expect(await store.admit('other', 'h', limit, at(50))).toEqual(admitted);
    for (const mark of ['i', 'j']) expect(await come(mark, 50)).toEqual(admitted);
    expect(await come('k', 50)).toEqual(until(59));
  });

  describe('the document of the watch', () => {
    test('is empty at first, and then as it was last stored', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const store = await opened(open, name);
      expect(await store.watch()).toEqual(newWatch);
      const trouble = {
        kind: 'held',
        what: 'Wrong.',
        since: second(1),
        told_at: second(2),
      } as const;
      const watch: Watch = {
        looked_at: second(60),
        canary: { ...newCanary, failures: 1 },
        troubles: [{ ...trouble, told_count: null }],
      };
      expect(await store.changeWatch(() => watch)).toEqual(watch);
      expect(await store.changeWatch(() => undefined)).toBeUndefined();
      expect(await (await opened(open, name)).watch()).toEqual(watch);
      await store.changeWatch(() => newWatch);
      expect(await store.watch()).toEqual(newWatch);
    });

    test('loses no concurrent change, and is written together with its outbox entries', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const [one, two] = [await opened(open, name), await opened(open, name)];
      const visited = (number: number) =>
        (number % 2 ? one : two).changeWatch(
          ({ canary, ...rest }) => {
            const { failures } = canary ?? newCanary;
            return { ...rest, canary: { ...newCanary, failures: failures + 1 } };
          },
          () => [anAlert(`alert ${number}`, second(number))],
        );
      await Promise.all([0, 1, 2, 3, 4, 5].map(visited));
      expect((await one.watch()).canary?.failures).toBe(6);
      await one.changeWatch(
        () => undefined,
        () => [anAlert('none', second(0))],
      );
      expect(await one.outbox('at', second(9), 9)).toHaveLength(6);
      const newest = anAlert('alert 1', second(8), { text: 'It is over.' });
      await one.changeOutbox(['alert 1'], (it) => ({ ...it, mailed_to: ['one'] }));
      await one.changeWatch(
        (it) => it,
        () => [newest],
      );
      expect((await two.outbox('at', second(9), 9)).at(-1)).toEqual(newest);
    });

    test('delays an alert until the one that it replaces has been sent', async () => {
      const store = await opened(open);
      const writeAlert = (text: string, at: string) =>
        store.changeWatch(
          () => newWatch,
          () => [anAlert('alert', at, { text })],
        );
      await writeAlert('It is wrong.', second(1));
      await store.changeOutbox(['alert'], (entry) => ({
        ...entry,
        lease: { holder: 'a', until: second(20) },
      }));
      await writeAlert('It is over.', second(5));
      const due = (by: number) => store.outbox('delivery.next_attempt_at', second(by), 9);
      expect(await due(19)).toEqual([]);
      expect(await due(20)).toMatchObject([{ text: 'It is over.', lease: null }]);
    });
  });

  test('the watch reads when leads came, whatever their state is now', async () => {
    const at = second(9);
    const delivered = { state: 'delivered', at } as const;
    const store = await openedWith(
      open,
      aRecord({ id: 'new', created_at: second(5), answered: null, delivery: delivered }),
      aRecord({ id: 'old', created_at: second(2), answered: null }),
      aRecord({ id: 'lost', created_at: second(1), delivery: { state: 'failed', at } }),
      aRecord({
        id: 'spam',
        created_at: second(0),
        delivery: { state: 'held', reasons: [] },
      }),
    );
    expect(await store.arrivals('', 1)).toEqual([second(5)]);
    expect(await store.arrivals('', 9)).toEqual([second(5), second(2), second(1), second(0)]);
    expect(await store.arrivals(second(1), 9)).toEqual([second(5), second(2), second(1)]);
    expect(await store.arrivals(second(6), 9)).toEqual([]);
    await store.erase(['new'], at);
    expect(await store.arrivals('', 1)).toEqual([second(2)]);
  });

  describe('the outbox', () => {
    const ids = (entries: readonly OutboxEntry[]) => entries.map(({ id }) => id);
    const notice = (id: string, lead: string, time: number): OutboxEntry => {
      return { kind: 'notice', id, lead, at: second(time), ...dueFrom(second(time)) };
    };

    test('has the messages that were written with a lead, if the lead was written', async () => {
      const store = await opened(open);
      expect(await store.create(aRecord({ id: 'a' }), [notice('one', 'a', 1)])).toBe(true);
      expect(await store.create(aRecord({ id: 'a' }), [notice('two', 'a', 1)])).toBe(false);
      const outbox = [notice('three', 'a', 3)];
      await store.change('a', () => undefined, { outbox });
      expect(await store.outbox('at', second(9), 9)).toEqual([notice('one', 'a', 1)]);
      await store.change('a', (it) => ({ ...it, tries: 1 }), { outbox });
      expect(ids(await store.outbox('at', second(9), 9))).toEqual(['one', 'three']);
    });

    test('returns due or old entries, the earliest first', async () => {
      const store = await opened(open);
      const later = { delivery: { state: 'pending', next_attempt_at: second(50) } } as const;
      for (const entry of [
        anAlert('c', second(3)),
        anAlert('a', second(1), later),
        notice('b', 'x', 2),
      ])
        await store.add('outbox', [entry]);
      const due = (by: number, limit = 9) =>
        store.outbox('delivery.next_attempt_at', second(by), limit).then(ids);
      expect([await due(1), await due(3), await due(50)]).toEqual([
        [],
        ['b', 'c'],
        ['b', 'c', 'a'],
      ]);
      expect(await due(50, 1)).toEqual(['b']);
      expect(ids(await store.outbox('at', second(2), 9))).toEqual(['a', 'b']);
    });

    test('gives each entry to one of many workers that claim it, and removes finished ones', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const [one, two] = [await opened(open, name), await opened(open, name)];
      for (const id of ['a', 'b', 'c']) await one.add('outbox', [anAlert(id, second(0))]);
      const claims = [one, two, one, two].map((store, i) =>
        store.changeOutbox(['a', 'b', 'none'], (entry) =>
          entry.lease ? undefined : { ...entry, lease: { holder: `${i}`, until: second(9) } },
        ),
      );
      const claimed = await Promise.all(claims);
      expect(claimed.flatMap(ids).toSorted()).toEqual(['a', 'b']);
      const delivered = { delivery: { state: 'delivered', at: second(9) } } as const;
      const off = { delivery: { state: 'off' } } as const;
      const ended = await two.changeOutbox(['a', 'b', 'c'], (entry) =>
        entry.id === 'c' ? undefined : { ...entry, ...(entry.id === 'a' ? delivered : off) },
      );
      expect(ids(ended).toSorted()).toEqual(['a', 'b']);
      expect(ids(await one.outbox('at', second(9), 9))).toEqual(['c']);
      expect(await one.changeOutbox([], (it) => it)).toEqual([]);
    });

    test('removes no entry that a newer one has just replaced', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const [one, two] = [await opened(open, name), await opened(open, name)];
      const newest = anAlert('alert', second(8));
      for (let later = 0; later < 20; later += 1) {
        const old = anAlert('alert', second(0));
        await one.changeWatch(
          (it) => it,
          () => [old],
        );
        const replaced = two.changeWatch(
          (it) => it,
          () => [newest],
        );
        for (let i = 0; i < later; i += 1) await Promise.resolve();
        await one.changeOutbox(['alert'], (entry) =>
          entry.at === old.at ? { ...entry, delivery: { state: 'off' } } : undefined,
        );
        await replaced;
        expect(await one.outbox('at', second(9), 9)).toEqual([newest]);
      }
    });

    test('keeps an entry of another store once, and a damaged one hides no other', async () => {
      const store = await opened(open);
      const world = {
        ...dueFrom(second(0)),
        kind: 'rights',
        type: 'opted-out',
        at: second(0),
      } as const;
      const one = { ...world, id: 'one' };
      expect([await store.add('outbox', [one]), await store.add('outbox', [one])]).toEqual([
        [true],
        [false],
      ]);
      await store.add('outbox', [{ ...world, id: 'damaged', type: 'other' as 'erased' }]);
      expect(ids(await store.outbox('at', second(0), 9))).toEqual(['one']);
      expect(await store.changeOutbox(['damaged'], (that) => that)).toEqual([]);
    });

    test('still has the message to RIGHTS_URL that an earlier version stored', async () => {
      const store = await opened(open);
      const earlier = {
        ...dueFrom(second(0)),
        id: 'a',
        kind: 'notice',
        type: 'erased',
        at: second(0),
      };
      await store.add('outbox', [earlier as unknown as OutboxEntry]);
      expect(await store.outbox('at', second(0), 9)).toMatchObject([{ id: 'a', kind: 'rights' }]);
    });
  });
}
