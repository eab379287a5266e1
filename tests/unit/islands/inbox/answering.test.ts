import { describe, expect, test } from 'vitest';
import {
  createAnswering,
  createArchiving,
} from '../../../../src/islands/inbox/waiting/answering.ts';
import { AskError, type Ask } from '../../../../src/islands/staff/ask.ts';
import type { Toast } from '../../../../src/browser/toasts.ts';

const now = new Date('2026-03-01T12:00:00Z');
const mine = { at: now.toISOString(), by: 'ada@example.com' };
const others = { at: '2026-02-28T12:00:00Z', by: 'bob@example.com' };

/** A server that gives these answers, one for each call. */
function world(...answers: unknown[]) {
  const asked: unknown[] = [];
  const done: unknown[] = [];
  const toasts: Toast[] = [];
  const ask: Ask = (path, options) => {
    asked.push([path, options?.json]);
    const answer = answers.shift();
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(Response.json(answer));
  };
  const deps = {
    ask,
    toast: (toast: Toast) => void toasts.push(toast),
    update: (id: string, change: object) => void done.push({ id, ...change }),
    now: () => now,
    who: mine.by,
    take: (id: string) => {
      done.push(`take ${id}`);
      return () => void done.push(`put back ${id}`);
    },
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    answering: createAnswering(deps),
    archiving: createArchiving(deps),
    asked,
    done,
    toasts,
    undo: async () => {
      toasts.at(-1)?.action?.run();
      await settle();
    },
  };
}

const waiting = { id: 'a', answered: null };
const call = (json: object) => ['/api/answer-submission', { submissionId: 'a', ...json }];
const marks = call({ answered: true });
const takesBack = (was: object) => call({ answered: false, was });

describe('answering a lead', () => {
  test('shows at once, and can be undone', async () => {
    const { answering, asked, done, toasts, undo } = world({ answered: mine }, { answered: null });
    const saving = answering.toggle(waiting);
    expect(done).toEqual([{ id: 'a', answered: mine }]);
    await saving;
    expect(toasts).toMatchObject([{ title: 'Marked as answered', action: { label: 'Undo' } }]);
    await undo();
    expect(asked).toEqual([marks, takesBack(mine)]);
    expect(done.at(-1)).toEqual({ id: 'a', answered: null });
    expect(toasts.at(-1)).toEqual({ title: 'Waiting for an answer again' });
  });

  test('shows the stamp of whoever was first', async () => {
    const { answering, done, toasts } = world({ answered: others });
    await answering.toggle(waiting);
    expect(done.at(-1)).toEqual({ id: 'a', answered: others });
    expect(toasts).toHaveLength(1);
    expect(toasts[0]?.title).toMatch(/^Answered by bob@example\.com, yesterday /);
    expect(toasts[0]).not.toHaveProperty('action');
  });

  test('is undone only as long as nobody else has answered instead', async () => {
    const { answering, asked, done, toasts, undo } = world(
      { answered: mine },
      { answered: others },
    );
    await answering.toggle(waiting);
    await undo();
    expect(asked.at(-1)).toEqual(takesBack(mine));
    expect(done.at(-1)).toEqual({ id: 'a', answered: others });
    expect(toasts.at(-1)?.title).toMatch(/^Answered by bob@example\.com, /);
  });

  test('is taken back by the same command', async () => {
    const { answering, asked } = world({ answered: null });
    await answering.toggle({ id: 'a', answered: mine });
    expect(asked).toEqual([takesBack(mine)]);
  });

  test.each([
    ['there is no network', new AskError('unreachable')],
    [
      'the lead is gone',
      new AskError('refused', { status: 404, body: { error: 'There is no such submission.' } }),
      'There is no such submission.',
    ],
    ['the answer has another shape', { answered: true }],
  ])('that fails goes back to what the server knows: %s', async (_, answer, description?) => {
    const { answering, done, toasts } = world(answer);
    await answering.toggle(waiting);
    expect(done).toEqual([
      { id: 'a', answered: mine },
      { id: 'a', answered: null },
    ]);
    expect(toasts).toEqual([
      { title: 'The answer could not be saved', description, destructive: true },
    ]);
  });

  test('asks the server once, however often it is pressed meanwhile', async () => {
    const { answering, asked } = world({ answered: mine });
    await Promise.all([answering.toggle(waiting), answering.reach(waiting)]);
    expect(asked).toHaveLength(1);
  });

  test('by a click on the phone number leaves an answered lead, and one from before, alone', async () => {
    const { answering, asked } = world({ answered: mine });
    await answering.reach({ id: 'a', answered: others });
    await answering.reach({ id: 'a' });
    await answering.toggle({ id: 'a' });
    expect(asked).toEqual([]);
    await answering.reach(waiting);
    expect(asked).toEqual([marks]);
  });
});

describe('archiving a lead', () => {
  test('removes its row once the server has stored it, and can be undone', async () => {
    const { archiving, asked, done, toasts, undo } = world({ archived: true }, { archived: false });
    const saving = archiving.toggle({ id: 'a' });
    expect(done).toEqual([]);
    await saving;
    expect(done).toEqual([{ id: 'a', archived: true }, 'take a']);
    expect(toasts).toMatchObject([{ title: 'Archived', action: { label: 'Undo' } }]);
    await undo();
    expect(done.slice(2)).toEqual([{ id: 'a', archived: false }, 'put back a']);
    expect(asked).toEqual([
      ['/api/archive-submission', { submissionId: 'a', archived: true }],
      ['/api/archive-submission', { submissionId: 'a', archived: false }],
    ]);
  });

  test('restores one that was archived', async () => {
    const { archiving, asked, toasts } = world({ archived: false });
    await archiving.toggle({ id: 'a', archived: true });
    expect(asked).toEqual([['/api/archive-submission', { submissionId: 'a', archived: false }]]);
    expect(toasts[0]?.title).toBe('Restored to the inbox');
  });

  test('that fails leaves the row and says so', async () => {
    const { archiving, done, toasts } = world(new AskError('broken'));
    await archiving.toggle({ id: 'a' });
    expect(done).toEqual([]);
    expect(toasts).toEqual([{ title: 'Could not be archived', destructive: true }]);
  });

  test('stays archived if the undo fails, which can be tried again', async () => {
    const restored = { archived: false };
    const { archiving, done, toasts, undo } = world(
      { archived: true },
      new AskError('broken'),
      restored,
    );
    await archiving.toggle({ id: 'a' });
    await undo();
    expect(done).toEqual([{ id: 'a', archived: true }, 'take a']);
    expect(toasts.slice(1)).toMatchObject([
      { title: 'Could not be restored', destructive: true },
      { title: 'Archived', action: { label: 'Undo' } },
    ]);
    await undo();
    expect(done.slice(2)).toEqual([{ id: 'a', ...restored }, 'put back a']);
  });

  test('can’t be undone again once somebody has erased the lead', async () => {
    const { archiving, toasts, undo } = world({ archived: true }, new AskError('refused'));
    await archiving.toggle({ id: 'a' });
    await undo();
    expect(toasts.map(({ title }) => title)).toEqual(['Archived', 'Could not be restored']);
  });

  test('says nothing about an undo while the lead is restored elsewhere', async () => {
    const restored = { archived: false };
    const { archiving, asked, toasts, undo } = world({ archived: true }, restored);
    await archiving.toggle({ id: 'a' });
    const restoring = archiving.toggle({ id: 'a', archived: true });
    await Promise.all([undo(), restoring]);
    expect(asked).toHaveLength(2);
    expect(toasts.map(({ title }) => title)).toEqual(['Archived', 'Restored to the inbox']);
  });
});
