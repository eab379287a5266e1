import { describe, expect, test } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { actionWorld as world, ownStamp as mine } from '../../../support/worlds/inbox-world.ts';

const waiting = { answered: null };
const planned = { at: '2026-03-02T15:00:00.000Z', by: mine.by };
const due = { ...planned, at: '2026-02-28T12:00:00Z' };

describe('the key for undoing', () => {
  test('takes back the last change also after a failure, but no change before one that has no undo', async () => {
    const it = world({}, { archived: true }, new AskError('broken'), { archived: false });
    await it.archiving.toggle(it.lead);
    await it.answering.toggle({ id: 'a', answered: null });
    await it.undo();
    expect(it.rows.at(-1)).toBe('put back a');
    const other = world(
      { delivery: { state: 'failed', at: mine.at } },
      { archived: true },
      { delivery: { state: 'delivered', at: mine.at } },
    );
    await other.archiving.toggle(other.lead);
    await other.resending.send(other.lead);
    await other.undo();
    expect(other.asked).toHaveLength(2);
  });

  test('waits for a change that is on its way, and takes back nothing else, even if it fails', async () => {
    const it = world(waiting, { archived: true }, { answered: mine }, { answered: null });
    await it.archiving.toggle(it.lead);
    void it.answering.toggle(it.lead);
    await it.undo();
    expect(it.asked.slice(1)).toMatchObject([
      ['/api/answer-submission', { answered: true }],
      ['/api/answer-submission', { answered: false, was: mine }],
    ]);
    const calling = world(
      { ...waiting, call_back: due },
      { ...waiting, call_back: null },
      { answered: mine },
      waiting,
      { call_back: planned },
    );
    void calling.answering.toggle(calling.lead);
    await calling.undo();
    expect(calling.asked.at(-1)).toMatchObject(['/api/call-back', { was: null }]);
    const failing = world(waiting, { archived: true }, new AskError('broken'));
    await failing.archiving.toggle(failing.lead);
    void failing.answering.toggle(failing.lead);
    await failing.undo();
    expect(failing.asked).toHaveLength(2);
  });

  test('leaves alone what only a button should undo, and what a button has undone', async () => {
    const it = world({}, { archived: true }, { archived: false });
    await it.archiving.toggle(it.lead);
    await it.press();
    await it.undo();
    expect(it.asked).toHaveLength(2);
    it.reportAlone({
      title: 'listed',
      action: { label: 'Undo', run: () => it.rows.push('undone') },
    });
    await it.undo();
    expect(it.rows.at(-1)).toBe('put back a');
    await it.press();
    expect(it.rows.at(-1)).toBe('undone');
  });
});
