import { expect, test } from 'vitest';
import { createArchiving } from '../../../../src/islands/inbox/actions/archiving.ts';
import { AskError, type Ask } from '../../../../src/islands/staff/ask.ts';
import type { Toast } from '../../../../src/browser/toasts.ts';

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
  const archiving = createArchiving({
    ask,
    toast: (toast) => void toasts.push(toast),
    list: {
      update: (id, change) => void done.push({ id, ...change }),
      askAgain: (id) => Promise.resolve(void done.push(`ask for ${id}`)),
    },
    take: (id) => {
      done.push(`take ${id}`);
      return () => void done.push(`put back ${id}`);
    },
  });
  const undo = async () => {
    toasts.at(-1)?.action?.run();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { archiving, asked, done, toasts, undo };
}

test('archiving a lead removes its row once the server has stored it, and can be undone', async () => {
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

test('archiving a lead restores one that was archived', async () => {
  const { archiving, asked, toasts } = world({ archived: false });
  await archiving.toggle({ id: 'a', archived: true });
  expect(asked).toEqual([['/api/archive-submission', { submissionId: 'a', archived: false }]]);
  expect(toasts[0]?.title).toBe('Restored to the inbox');
});

test('archiving a lead that fails leaves the row and says so', async () => {
  const { archiving, done, toasts } = world(new AskError('broken'));
  await archiving.toggle({ id: 'a' });
  expect(done).toEqual(['ask for a']);
  expect(toasts).toEqual([{ title: 'Could not be archived', destructive: true }]);
});

test('archiving a lead stays archived if the undo fails, which can be tried again', async () => {
  const restored = { archived: false };
  const { archiving, done, toasts, undo } = world(
    { archived: true },
    new AskError('broken'),
    restored,
  );
  await archiving.toggle({ id: 'a' });
  await undo();
  expect(done).toEqual([{ id: 'a', archived: true }, 'take a', 'ask for a']);
  expect(toasts.slice(1)).toMatchObject([
    { title: 'Could not be restored', destructive: true },
    { title: 'Archived', action: { label: 'Undo' } },
  ]);
  await undo();
  expect(done.slice(3)).toEqual([{ id: 'a', ...restored }, 'put back a']);
});

test('archiving a lead can’t be undone again once somebody has erased the lead', async () => {
  const { archiving, toasts, undo } = world({ archived: true }, new AskError('refused'));
  await archiving.toggle({ id: 'a' });
  await undo();
  expect(toasts.map(({ title }) => title)).toEqual(['Archived', 'Could not be restored']);
});

test('archiving a lead says nothing about an undo while it is restored elsewhere', async () => {
  const restored = { archived: false };
  const { archiving, asked, toasts, undo } = world({ archived: true }, restored);
  await archiving.toggle({ id: 'a' });
  const restoring = archiving.toggle({ id: 'a', archived: true });
  await Promise.all([undo(), restoring]);
  expect(asked).toHaveLength(2);
  expect(toasts.map(({ title }) => title)).toEqual(['Archived', 'Restored to the inbox']);
});
