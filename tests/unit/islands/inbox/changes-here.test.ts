import { describe, expect, test, vi } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { api } from '../../../../src/shared/api.ts';
import type { SubmissionItem } from '../../../../src/shared/submission.ts';
import {
  actionWorld,
  changed,
  failedOnly,
  ids,
  late,
  listWorld,
  ownStamp,
  some,
  stamp,
  waiting,
} from '../../../support/worlds/inbox-world.ts';

describe('a local change', () => {
  test('wins over an older response, and is read again', async () => {
    const { list, leads, functions } = await listWorld(some(5));
    const { id, delivery } = functions.rows[3] ?? late();
    functions.rows = changed(functions.rows, functions.rows[0]?.id ?? '', { archived: false });
    const looking = list.poll();
    leads.store(id, { delivery: { state: 'off' } });
    await looking;
    expect(leads.find(id)?.delivery).toEqual({ state: 'off' });
    await list.poll();
    expect(leads.find(id)?.delivery).toEqual(delivery);
  });

  test('is replaced by the server’s state after a failure, whichever response comes first', async () => {
    const { list, leads, functions } = await listWorld(some(5));
    const [{ id }] = functions.rows as [SubmissionItem];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    functions.rows = changed(functions.rows, id, { name: 'older' });
    functions.after = (path) => (path.startsWith(api.search) ? undefined : promise);
    const looking = list.poll();
    await new Promise(setImmediate);
    functions.rows = changed(functions.rows, id, { name: 'newer' });
    await leads.refresh(id);
    resolve(undefined);
    await looking;
    expect(leads.find(id)?.name).toBe('newer');
  });

  test('removes an archived row, and undo restores it in its place', async () => {
    const rows = [waiting(0), waiting(1), waiting(2)];
    const { list, leads, shown } = await listWorld(rows);
    const [, second = ''] = ids(rows);
    const putBack = list.remove(second);
    expect(shown()).toEqual([rows[0]?.id, rows[2]?.id]);
    leads.store(second, { answered: stamp });
    putBack();
    expect(shown()).toEqual(ids(rows));
    expect(leads.find(second)?.answered).toEqual(stamp);
    // The panel may show a lead that is in no row.
    list.remove(second);
    list.remove(second)();
    expect(shown()).toEqual([rows[0]?.id, rows[2]?.id]);
  });

  test('is kept while a further page loads', async () => {
    const { list, leads, functions, shown } = await listWorld(some(60));
    const [first = ''] = shown();
    functions.rows = [late(), ...functions.rows];
    await list.poll();
    const loading = list.loadMore();
    leads.store(first, { archived: true });
    list.remove(first);
    list.showFresh();
    await loading;
    expect(shown()).toEqual(ids(functions.rows).filter((id) => id !== first));
  });

  test('loads the next leads once it has removed every row of a page', async () => {
    const { list, functions, shown } = await listWorld(some(60));
    for (const id of shown()) {
      functions.rows = changed(functions.rows, id, { archived: true });
      list.remove(id);
    }
    await vi.waitUntil(() => shown().length > 0);
    expect(shown()).toEqual(ids(functions.rows).slice(50));
  });

  test('neither adds a row to another view nor announces it as a new lead', async () => {
    const rows = [waiting(0), waiting(1)];
    const { list, leads, functions, shown, show } = await listWorld(rows);
    const [first = '', second = ''] = ids(rows);
    functions.rows = changed(functions.rows, second, { company: 'Another' });
    const looking = list.poll();
    leads.store(first, { archived: true });
    const putBack = list.remove(first);
    await looking;
    expect(shown()).toEqual([second]);
    expect(list.$fresh.get()).toEqual([]);
    await show(failedOnly);
    putBack();
    expect(shown()).toEqual([]);
  });

  test('restores the last row of a page between its former neighbors', async () => {
    const { list, functions, shown } = await listWorld(some(120));
    let putBack = () => {};
    for (const id of shown()) {
      functions.rows = changed(functions.rows, id, { archived: true });
      putBack = list.remove(id);
    }
    await vi.waitUntil(() => list.$status.get() === 'ready' && shown().length === 50);
    putBack();
    expect(shown()[0]).toBe(ids(some(50)).at(-1));
  });
});

const unanswered = { answered: null };
const others = { at: '2026-02-28T12:00:00Z', by: 'bob@example.com' };
const planned = { at: '2026-03-02T15:00:00.000Z', by: ownStamp.by };
const due = { ...planned, at: '2026-02-28T12:00:00Z' };

describe('the undo key', () => {
  test('undoes the last change even after a failure, but nothing before a change without undo', async () => {
    const world = actionWorld({}, { archived: true }, new AskError('broken'), { archived: false });
    await world.archiving.toggle(world.lead);
    await world.answering.toggle({ id: 'a', answered: null });
    await world.undo();
    expect(world.rows.at(-1)).toBe('put back a');
    const other = actionWorld(
      { delivery: { state: 'failed', at: ownStamp.at } },
      { archived: true },
      { delivery: { state: 'delivered', at: ownStamp.at } },
    );
    await other.archiving.toggle(other.lead);
    await other.resending.send(other.lead);
    await other.undo();
    expect(other.asked).toHaveLength(2);
  });

  test('waits for a change that is being sent, and undoes nothing else, even if it fails', async () => {
    const world = actionWorld(
      unanswered,
      { archived: true },
      { answered: ownStamp },
      { answered: null },
    );
    await world.archiving.toggle(world.lead);
    void world.answering.toggle(world.lead);
    await world.undo();
    expect(world.asked.slice(1)).toMatchObject([
      ['/api/answer-submission', { answered: true }],
      ['/api/answer-submission', { answered: false }],
    ]);
    const calling = actionWorld(
      { ...unanswered, call_back: due },
      { ...unanswered, call_back: null },
      { answered: ownStamp },
      unanswered,
      { call_back: planned },
    );
    void calling.answering.toggle(calling.lead);
    await calling.undo();
    expect(calling.asked.at(-1)).toMatchObject(['/api/call-back', { was: null }]);
    const failing = actionWorld(unanswered, { archived: true }, new AskError('broken'));
    await failing.archiving.toggle(failing.lead);
    void failing.answering.toggle(failing.lead);
    await failing.undo();
    expect(failing.asked).toHaveLength(2);
  });

  test.each([
    ['an answer', { answered: ownStamp }, { answered: others }, /^Answered by bob@/],
    ['an answer', { answered: ownStamp }, { answered: null }, /^Waiting for an answer again/],
    ['the archive', { archived: true }, { archived: false }, /^Restored to the inbox/],
  ] as const)('says what came since, and leaves it: %s', async (_, stored, news, text) => {
    const world = actionWorld({ ...unanswered, archived: false }, stored);
    await ('archived' in stored ? world.archiving : world.answering).toggle(world.lead);
    world.learn(news);
    await world.undo();
    expect(world.asked).toHaveLength(1);
    expect(world.lead).toMatchObject(news);
    const { title, description } = world.toasts.at(-1) ?? {};
    expect(title).toBe('Not undone: the lead has changed since');
    expect(description?.slice(`${world.lead.name}: `.length)).toMatch(text);
  });

  test('undoes a won outcome with the amount that was added to it, but not an amount added later', async () => {
    const won = { state: 'won', ...ownStamp } as const;
    const more = { ...won, amount: 5 };
    const open = { outcome: { state: 'open', ...ownStamp } };
    const world = actionWorld({}, { outcome: won }, { outcome: more }, open);
    world.following.press(world.lead, 'won');
    await world.following.decide(world.lead, { state: 'won', amount: 5 });
    await world.undo();
    expect(world.asked.at(-1)).toMatchObject(['/api/outcome', { outcome: 'open', was: more }]);
    const other = actionWorld({ outcome: won }, { outcome: more }, { outcome: won });
    await other.following.decide(other.lead, { state: 'won', amount: 5 });
    await other.undo();
    expect(other.asked.at(-1)).toMatchObject(['/api/outcome', { outcome: 'won', was: more }]);
  });

  test('a released lead shows at once that its person may be contacted', async () => {
    const held = { state: 'held' as const, reasons: ['asked-to-stop'] };
    const opted_out = { at: '2026-03-01T10:00:00.000Z', how: 'stop-page' as const };
    const world = actionWorld({ delivery: held, opted_out }, { delivery: { state: 'off' } });
    await world.resending.send(world.lead);
    expect(world.asked, 'its panel opens first, and says when they opted out').toEqual([]);
    expect(world.rows).toEqual(['open a']);
    world.$openedId.set('a');
    await world.resending.send(world.lead);
    expect(world.asked).toMatchObject([['/api/release-submission', { was: opted_out.at }]]);
    expect(world.lead).toMatchObject({ delivery: { state: 'off' }, opted_out: null });
  });

  test('skips changes that only a button may undo, and changes that a button has undone', async () => {
    const world = actionWorld({}, { archived: true }, { archived: false });
    await world.archiving.toggle(world.lead);
    await world.press();
    await world.undo();
    expect(world.asked).toHaveLength(2);
    world.reportAlone({
      title: 'listed',
      action: { label: 'Undo', run: () => world.rows.push('undone') },
    });
    await world.undo();
    expect(world.rows.at(-1)).toBe('put back a');
    expect(world.toasts.at(-1)).toMatchObject({ description: 'listed' });
    world.toasts.find(({ title }) => title === 'listed')?.action?.run();
    expect(world.rows.at(-1)).toBe('undone');
  });
});
