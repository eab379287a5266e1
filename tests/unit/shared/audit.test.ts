import { assert as holds, asyncProperty, constantFrom, integer, nat } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  emptyHead,
  headAfter,
  linked,
  type AuditEntry,
  type AuditHead,
  firstMisfit,
} from '../../../src/shared/audit.ts';
import { canonical } from '../../../src/shared/json.ts';
import { anAction, chained } from '../../support/builders/audit.ts';

/** Relinks a changed entry, as a skilled attacker would. */
const relinked = (entry: AuditEntry, change: Partial<AuditEntry>): Promise<AuditEntry> => {
  const { number, previous, ...rest } = { ...entry, ...change };
  return linked({ count: number - 1, hash: previous }, rest);
};

const length = 12;

describe('an audit log', () => {
  let entries: AuditEntry[];
  let head: AuditHead;
  beforeAll(async () => {
    ({ entries, head } = await chained(Array.from({ length }, () => anAction())));
  });
  const position = nat(length - 1);

  test('is intact as it was written, and when it is empty', async () => {
    expect(await firstMisfit(entries, head)).toBeUndefined();
    expect(await firstMisfit([], emptyHead)).toBeUndefined();
  });

  test('reveals a changed, removed or added field of any entry', async () => {
    const edits = constantFrom<(it: AuditEntry) => unknown>(
      (it) => ({ ...it, at: '2020-01-01T00:00:00.000Z' }),
      (it) => ({ ...it, id: 'another' }),
      (it) => ({ ...it, by: { ...it.by, name: 'somebody@example.com' } }),
      (it) => ({ ...it, by: { ...it.by, uid: null } }),
      (it) => ({ ...it, event: { action: 'resent', submission: 'c' } }),
      (it) => ({ ...it, note: 'more' }),
      (it) => ({ ...it, previous: '1'.repeat(64) }),
      (it) => ({ ...it, hash: '1'.repeat(64) }),
      ({ by, ...it }) => it,
    );
    await holds(
      asyncProperty(position, edits, async (at, edit) => {
        const edited = entries.map((it, i) => (i === at ? edit(it) : it));
        expect(await firstMisfit(edited, head)).toEqual({ number: at + 1, why: 'altered' });
      }),
    );
  });

  test('reveals an edited entry with a new, correct hash', async () => {
    await holds(
      asyncProperty(position, async (at) => {
        const edited: AuditEntry[] = [...entries];
        const entry = entries[at];
        if (entry) edited[at] = await relinked(entry, { by: { uid: 'x', name: 'x' } });
        const last = at === length - 1;
        expect(await firstMisfit(edited, head)).toEqual(
          last ? { number: length, why: 'not the head' } : { number: at + 2, why: 'unlinked' },
        );
      }),
    );
  });

  test('reveals entries removed from the beginning, the middle or the end', async () => {
    await holds(
      asyncProperty(position, integer({ min: 1, max: length }), async (at, count) => {
        const left = entries.toSpliced(at, count);
        expect(await firstMisfit(left, head)).toEqual({ number: at + 1, why: 'missing' });
      }),
    );
  });

  test('reveals a removed entry when all others were renumbered and relinked', async () => {
    const { entries: left, head: last } = await chained(entries.toSpliced(3, 1));
    expect(await firstMisfit(left, head)).toEqual({ number: length, why: 'missing' });
    // If the head was changed, too, only an earlier copy of it reveals the removal.
    expect(await firstMisfit(left, last)).toBeUndefined();
    expect(last).not.toEqual(head);
  });

  test('reveals that another entry was sent away than the one that is there', async () => {
    const event = { action: 'witnessed', ...head, token: null } as const;
    const witnessed = await linked(head, { ...anAction(), event });
    const whole = [...entries, witnessed];
    expect(await firstMisfit(whole, headAfter(witnessed))).toBeUndefined();
    const backdated = await chained(whole.map((it) => ({ ...it, at: '2020-01-01T00:00:00.000Z' })));
    expect(await firstMisfit(backdated.entries, backdated.head)).toEqual({
      number: length,
      why: 'not as witnessed',
    });
  });

  test('reveals two swapped entries', async () => {
    await holds(
      asyncProperty(position, position, async (one, other) => {
        if (one === other) return;
        const swapped = entries.map(
          (it, i) => entries[i === one ? other : i === other ? one : i] ?? it,
        );
        const first = Math.min(one, other) + 1;
        expect(await firstMisfit(swapped, head)).toEqual({ number: first, why: 'missing' });
        // Renumbered, so that none is missing.
        const numbered = swapped.map((it, i) => ({ ...it, number: i + 1 }));
        expect(await firstMisfit(numbered, head)).toEqual({ number: first, why: 'altered' });
      }),
    );
  });

  test('reveals an entry added after the head, and a head that was set back', async () => {
    const more = await linked(head, anAction());
    const misfit = { number: length + 1, why: 'after the head' };
    expect(await firstMisfit([...entries, more], head)).toEqual(misfit);
    expect(await firstMisfit(entries, emptyHead)).toEqual({ ...misfit, number: 1 });
  });

  test.each([[null], ['text'], [[]], [7], [{}]])('reveals %j in place of an entry', async (odd) => {
    expect(await firstMisfit([odd], head)).toEqual({ number: 1, why: 'missing' });
  });
});

test('the order of fields does not change the text that is hashed', () => {
  expect(canonical({ b: [{ d: 1, c: null }], a: 'ß' })).toBe('{"a":"ß","b":[{"c":null,"d":1}]}');
});
