import { describe, expect, test } from 'vitest';
import { createAnswering } from '../../../../src/islands/inbox/actions/answering.ts';
import { AskError, type Ask } from '../../../../src/islands/staff/ask.ts';
import type { Toast } from '../../../../src/browser/toasts.ts';
import type { SubmissionItem } from '../../../../src/shared/submission.ts';
import { lead as anyLead } from '../../../support/pages/fake-inbox.ts';

const now = new Date('2026-03-01T12:00:00Z');
const mine = { at: now.toISOString(), by: 'ada@example.com' };
const others = { at: '2026-02-28T12:00:00Z', by: 'bob@example.com' };

/** A server that gives these answers, one for each call. */
function world(...answers: unknown[]) {
  const asked: unknown[] = [];
  const done: unknown[] = [];
  const toasts: Toast[] = [];
  const again: string[] = [];
  let lead: SubmissionItem = anyLead(0);
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
    list: {
      find: () => lead,
      update: (id: string, change: Partial<SubmissionItem>) => {
        lead = { ...lead, ...change };
        done.push({ id, ...change });
      },
      askAgain: (id: string) => {
        again.push(id);
        return Promise.resolve();
      },
    },
    now: () => now,
    who: mine.by,
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    answering: createAnswering(deps),
    asked,
    again,
    somebodyElse: (change: Partial<SubmissionItem>) => {
      lead = { ...lead, ...change };
    },
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
  ])('that fails is taken back, and the lead is asked for: %s', async (_, answer, description?) => {
    const { answering, again, done, toasts } = world(answer);
    await answering.toggle(waiting);
    expect(done).toEqual([
      { id: 'a', answered: mine },
      { id: 'a', answered: null },
    ]);
    expect(again).toEqual(['a']);
    expect(toasts).toEqual([
      { title: 'The answer could not be saved', description, destructive: true },
    ]);
  });

  test('that fails leaves what somebody else did meanwhile', async () => {
    const { answering, done, somebodyElse } = world(new AskError('broken'));
    const saving = answering.toggle(waiting);
    somebodyElse({ answered: others });
    await saving;
    expect(done).toEqual([{ id: 'a', answered: mine }]);
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
