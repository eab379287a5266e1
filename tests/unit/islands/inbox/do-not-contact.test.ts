import { describe, expect, test } from 'vitest';
import type { Toast } from '../../../../src/browser/toasts.ts';
import { createDoNotContact } from '../../../../src/islands/inbox/panel/do-not-contact.ts';
import { AskError, type Ask } from '../../../../src/islands/staff/ask.ts';

const dana = { id: 'a', name: 'Dana Roe', email: 'dana@example.com', phone: '(713) 555-0142' };
const ann = { id: 'b', name: 'Ann Loe', email: 'ann@loe.example', phone: '(832) 555-0199' };
const unknown = { on: undefined, problem: undefined };

/** A server with a list of e-mail addresses. */
function listWorld(list = new Set<string>()) {
  const asked: unknown[] = [];
  const toasts: Toast[] = [];
  const world = {
    fail: undefined as Error | undefined,
    before: () => Promise.resolve() as Promise<unknown>,
  };
  const ask: Ask = async (_, { json, signal } = {}) => {
    const { email, on } = json as { email: string; on?: boolean };
    asked.push(json);
    if (on) list.add(email);
    if (on === false) list.delete(email);
    const answer = { on: list.has(email) };
    await world.before();
    signal?.throwIfAborted();
    if (world.fail) throw world.fail;
    return Response.json(answer);
  };
  const wait = async (_: number, signal?: AbortSignal) => {
    await Promise.resolve();
    signal?.throwIfAborted();
  };
  const store = createDoNotContact({ ask, toast: (it) => void toasts.push(it), wait });
  const standing = () =>
    new Promise((resolve) =>
      setImmediate(() => {
        resolve(store.$standing.get());
      }),
    );
  return { ...store, world, asked, toasts, standing };
}

describe('the panel', () => {
  test('says whether its person is on the do-not-contact list', async () => {
    const { look, standing, asked } = listWorld(new Set([dana.email]));
    look(dana);
    expect(await standing()).toEqual({ on: true, problem: undefined });
    look(ann);
    expect(await standing()).toEqual({ on: false, problem: undefined });
    expect(asked).toEqual([dana, ann].map(({ email, phone }) => ({ email, phone })));
  });

  test('leaves out a phone that is no number, which the list would refuse', async () => {
    const { look, put, standing, asked } = listWorld();
    const email = dana.email;
    look({ ...dana, phone: 'call me', phone_e164: null });
    await standing();
    await put({ ...dana, phone: '555-014' }, true);
    look({ ...dana, phone: '713-555-HOME', phone_e164: '+17135554663' });
    await standing();
    expect(asked).toEqual([
      { email },
      { email, on: true, submissionId: 'a' },
      { email, phone: '713-555-HOME' },
    ]);
  });

  test('asks nothing about a lead that is passed on the way to another', async () => {
    const { look, standing, asked } = listWorld();
    look(dana)();
    look(ann);
    await standing();
    expect(asked).toEqual([{ email: ann.email, phone: ann.phone }]);
  });

  test('shows no answer about another lead', async () => {
    const { look, standing, world } = listWorld(new Set([dana.email]));
    const { promise, resolve } = Promise.withResolvers<undefined>();
    world.before = () => promise;
    const leave = look(dana);
    await standing();
    leave();
    look(ann);
    resolve(undefined);
    expect(await standing()).toEqual({ on: false, problem: undefined });
  });

  test('keeps what it says while it asks about the same person again', async () => {
    const list = new Set([dana.email]);
    const { look, $standing, standing, world } = listWorld(list);
    look(dana);
    await standing();
    look(dana);
    expect($standing.get()).toEqual({ on: true, problem: undefined });
    world.fail = new AskError('unreachable');
    expect(await standing()).toEqual({ on: true, problem: 'The server could not be reached.' });
    world.fail = undefined;
    list.clear();
    look(dana);
    expect(await standing()).toEqual({ on: false, problem: undefined });
  });

  test('keeps what the admin decided when an older answer comes later', async () => {
    const list = new Set<string>();
    const { look, put, standing, world } = listWorld(list);
    const [saved, older] = [Promise.withResolvers(), Promise.withResolvers()];
    look(dana);
    world.before = () => saved.promise;
    const putting = put(dana, true);
    list.clear();
    world.before = () => older.promise;
    look(dana);
    await standing();
    saved.resolve(undefined);
    await putting;
    older.resolve(undefined);
    expect(await standing()).toEqual({ on: true, problem: undefined });
  });

  test('asks once for a button that is pressed twice', async () => {
    const { put, asked, toasts } = listWorld();
    await Promise.all([put(dana, true), put(dana, true)]);
    expect(asked).toHaveLength(1);
    expect(toasts).toHaveLength(1);
  });

  test('says that it does not know after a failed change stopped its question', async () => {
    const { look, put, standing, world } = listWorld();
    world.fail = new AskError('unreachable');
    look(dana);
    await put(dana, true);
    expect(await standing()).toEqual({
      on: undefined,
      problem: 'The server could not be reached.',
    });
  });

  test('puts the person on the list, and takes them off with Undo', async () => {
    const { look, put, standing, toasts, asked } = listWorld();
    look(dana);
    await standing();
    await put(dana, true);
    expect(await standing()).toEqual({ on: true, problem: undefined });
    expect(asked.at(-1)).toEqual({
      email: dana.email,
      phone: dana.phone,
      on: true,
      submissionId: 'a',
    });
    expect(toasts.at(-1)).toMatchObject({
      title: 'Dana Roe is on the do-not-contact list now',
      action: { label: 'Undo' },
    });
    toasts.at(-1)?.action?.run();
    expect(await standing()).toEqual({ on: false, problem: undefined });
  });

  test('keeps what the admin decided while the list was being asked', async () => {
    const { look, put, standing, world } = listWorld();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    world.before = () => promise;
    look(dana);
    await standing();
    world.before = () => Promise.resolve();
    await put(dana, true);
    resolve(undefined);
    expect(await standing()).toEqual({ on: true, problem: undefined });
  });

  test.each([
    [
      new AskError('broken', { body: { error: 'PRIVACY_KEY is not set.' } }),
      'PRIVACY_KEY is not set.',
    ],
    [new AskError('unreachable'), 'The server could not be reached.'],
  ])('says why it doesn’t know, and why nothing changed', async (error, sentence) => {
    const { look, put, standing, world, toasts } = listWorld();
    world.fail = error;
    look(dana);
    expect(await standing()).toEqual({ ...unknown, problem: sentence });
    await put(dana, true);
    expect(await standing()).toEqual({ ...unknown, problem: sentence });
    expect(toasts).toEqual([
      {
        title: 'The do-not-contact list was not changed',
        description: sentence,
        destructive: true,
      },
    ]);
  });
});
