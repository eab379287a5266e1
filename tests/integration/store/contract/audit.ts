import { describe, expect, test } from 'vitest';
import { emptyHead, linked, firstMisfit } from '../../../../src/shared/audit.ts';
import { anAction, appendTo } from '../../../support/builders/audit.ts';
import { opened, type Open } from './opened.ts';

export function auditContract(open: Open): void {
  describe('the audit log', () => {
    test('is empty until something is done', async () => {
      const store = await opened(open);
      expect(await store.audit({ limit: 5 })).toEqual({
        entries: [],
        next: undefined,
        head: emptyHead,
      });
    });

    test('has each entry as it was written, newest first, and its head is the newest', async () => {
      const store = await opened(open);
      const written = [
        await appendTo(store, { action: 'resent', submission: 'a' }),
        await appendTo(store, {
          action: 'exported',
          filter: { searched: true, industry: null, delivery: 'failed' },
        }),
        await appendTo(store, { action: 'erased', submissions: ['a', 'b'] }),
      ];
      const { entries, head } = await store.audit({ limit: 5 });
      expect(entries).toEqual(written.toReversed());
      expect(head).toEqual({ count: 3, hash: written[2]?.hash });
      expect(await firstMisfit(entries.toReversed(), head)).toBeUndefined();
    });

    test.each([1, 2, 3])('is the same in pages of %i', async (limit) => {
      const store = await opened(open);
      for (let i = 0; i < 3; i++) await appendTo(store);
      const entries: unknown[] = [];
      let pages = 0;
      for (let before: number | undefined, more = true; more; pages++) {
        const page = await store.audit({ limit, before });
        entries.push(...page.entries);
        before = page.next;
        more = before !== undefined;
      }
      expect(entries).toMatchObject([{ number: 3 }, { number: 2 }, { number: 1 }]);
      expect(pages).toBe(Math.ceil(3 / limit));
    });

    test('stays whole when twenty append at once, through two connections', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const [one, other] = [await opened(open, name), await opened(open, name)];
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, i) => appendTo(i % 2 ? one : other)),
      );
      const { entries, head } = await one.audit({ limit: 50 });
      expect(entries).toHaveLength(20);
      expect(new Set(written.map(({ number }) => number)).size).toBe(20);
      expect(await firstMisfit(entries.toReversed(), head)).toBeUndefined();
    });

    test('is read at one moment even while others append', async () => {
      const store = await opened(open);
      await appendTo(store);
      const reads = Array.from({ length: 5 }, async () => {
        const { entries, head } = await store.audit({ limit: 50 });
        return firstMisfit(entries.toReversed(), head);
      });
      await Promise.all([appendTo(store), appendTo(store), appendTo(store)]);
      expect(await Promise.all(reads)).toEqual(Array(5).fill(undefined));
    });

    test('accepts no entry that could not be linked, and then the next one', async () => {
      const store = await opened(open);
      const failure = new TypeError('no entry');
      await expect(store.appendAudit(() => Promise.reject(failure))).rejects.toBe(failure);
      const entry = await store.appendAudit((head) => linked(head, anAction()));
      expect(entry.number).toBe(1);
    });
  });
}
