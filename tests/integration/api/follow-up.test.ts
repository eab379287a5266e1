import { describe, expect, test } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import { aboutLead, sams } from '../../support/worlds/staff-world.ts';

const tomorrow = '2026-03-03T15:00:00.000Z';
const meanwhile = 'Something else has been noted meanwhile. Look at the lead again.';

describe('an outcome', () => {
  const opened = () => aboutLead(api.outcome);
  const talking = { state: 'talking', ...sams };

  test.each([
    { outcome: 'open' },
    { outcome: 'talking' },
    { outcome: 'won' },
    { outcome: 'won', amount: 4200 },
    { outcome: 'won', amount: 0 },
    { outcome: 'won', amount: 1234.56 },
    { outcome: 'lost', reason: 'price', words: 'Too dear by half' },
    { outcome: 'not-a-lead', reason: 'wrong-trade' },
  ])('%j is stamped, and logged without what was typed', async (sent) => {
    const { lead, ask, stored, entries } = await opened();
    const { outcome: state, ...more } = sent;
    const noted = { outcome: { state, ...more, ...sams }, call_back: null };
    for (let again = 0; again < 2; again++)
      expect(await ask({ ...sent, was: null })).toMatchObject({ status: 200, body: noted });
    expect(await stored()).toMatchObject({ ...lead, outcome: noted.outcome });
    const event = { action: 'outcome', submission: lead.id, state };
    expect((await entries()).map((it) => (it as { event: unknown }).event)).toEqual([event]);
  });

  test('ends the call of a lead that it closes, and undo restores both', async () => {
    const { ask, stored, entries } = await opened();
    await ask({ outcome: 'talking', was: null });
    await ask({ at: tomorrow, was: null }, api.callBack);
    const call_back = { at: tomorrow, by: sams.by };
    const why = { reason: 'other' };
    const closed = await ask({ outcome: 'lost', ...why, was: talking });
    expect(closed.body).toEqual({
      outcome: { state: 'lost', ...why, ...sams },
      call_back: null,
      ended: call_back,
    });
    const back = { outcome: 'talking', was: closed.body['outcome'], call_back };
    expect(await ask(back)).toEqual({ status: 200, body: { outcome: talking, call_back } });
    expect(await stored()).toMatchObject({ outcome: talking, call_back });
    const open = { state: 'open', ...sams };
    expect(await ask({ outcome: 'open' })).toEqual({
      status: 200,
      body: { outcome: open, call_back },
    });
    expect((await entries())[0]).toMatchObject({ event: { action: 'outcome', state: 'open' } });
  });

  test.each(['0000-01-01T00:00:00Z', '2031-01-01T00:00:00.000Z'])(
    'does not restore a call at %s, which no admin could have planned',
    async (at) => {
      const { ask } = await opened();
      const { body } = await ask({ outcome: 'talking', call_back: { at, by: sams.by } });
      expect(body).toMatchObject({ outcome: talking, call_back: null });
    },
  );

  test('keeps a colleague’s newer call when undone', async () => {
    const { ask, post, postAs, lead, stored } = await opened();
    const call = (at: string, was: object | null) => ({ submissionId: lead.id, at, was });
    await post(api.callBack, call(tomorrow, null));
    const { body } = await ask({ outcome: 'won', was: null });
    const at = '2026-03-05T15:00:00.000Z';
    await postAs('bob@example.com', api.callBack, call(at, null));
    const back = { outcome: 'open', was: body['outcome'], call_back: body['ended'] };
    const call_back = { at, by: 'bob@example.com' };
    expect(await ask(back)).toMatchObject({ status: 200, body: { call_back } });
    expect(await stored()).toMatchObject({ outcome: { state: 'open' }, call_back });
  });

  test('keeps its time when only the amount changes, because ad networks identify the win by it', async () => {
    const { ask, askAs, stored, deps } = await opened();
    await ask({ outcome: 'won', amount: 1000 });
    const later = { ...deps, now: () => new Date(tomorrow) };
    await askAs('bob@example.com', { outcome: 'won', amount: 1200 }, later);
    const { at } = sams;
    expect(await stored()).toMatchObject({ outcome: { amount: 1200, at, by: 'bob@example.com' } });
  });

  test('stays as the first admin set it, and is shown to the second', async () => {
    const { ask, askAs, stored, entries } = await opened();
    const { body } = await askAs('bob@example.com', { outcome: 'won', was: null });
    for (const was of [null, talking])
      expect(await ask({ outcome: 'not-a-lead', reason: 'spam', was })).toEqual({
        status: 409,
        body: { error: meanwhile, ...body },
      });
    expect(await ask({ outcome: 'won', was: null })).toEqual({ status: 200, body });
    expect(await stored()).toMatchObject({ outcome: { state: 'won', by: 'bob@example.com' } });
    expect(await entries()).toHaveLength(1);
  });

  test('finds its leads in the list, and untouched leads count as open', async () => {
    const { lead, ask, get } = await opened();
    const found = async (outcome: string) => {
      const { body } = await get(`${api.submissions}?outcome=${outcome}`);
      return (body['submissions'] as { id: string }[]).map(({ id }) => id);
    };
    expect([await found('open'), await found('won')]).toEqual([[lead.id], []]);
    await ask({ outcome: 'won' });
    expect([await found('open'), await found('won')]).toEqual([[], [lead.id]]);
    await ask({ outcome: 'open' });
    expect([await found('open'), await found('won')]).toEqual([[lead.id], []]);
  });
});

describe('a call back', () => {
  const opened = () => aboutLead(api.callBack);
  const call_back = { at: tomorrow, by: sams.by };

  test('is planned once, moved, and done', async () => {
    const { ask, stored } = await opened();
    const planned = { status: 200, body: { call_back, answered: null } };
    for (const at of [tomorrow, '2026-03-03T15:00:00Z'])
      expect(await ask({ at, was: null })).toEqual(planned);
    expect(await stored()).toMatchObject({ call_back });
    const later = '2027-03-02T15:00:00.000Z';
    const moved = await ask({ at: later, was: call_back });
    expect(moved.body).toMatchObject({ call_back: { at: later } });
    const done = { status: 200, body: { call_back: null, answered: null } };
    for (const was of [{ ...call_back, at: later }, null])
      expect(await ask({ at: null, was })).toEqual(done);
    expect(await stored()).toMatchObject({ call_back: null });
  });

  test.each([
    ['archived', { archived: true }],
    ['held', { delivery: { state: 'held' as const, reasons: ['honeypot'] } }],
    ['opted out', { opted_out: { at: tomorrow, how: 'admin' as const } }],
  ])(
    'is refused for a lead that is %s, because its call would get no notice',
    async (_, different) => {
      const { ask, store, lead } = await opened();
      await store.change(lead.id, (it) => ({ ...it, ...different }));
      const { status, body } = await ask({ at: tomorrow });
      expect([status, body.error]).toEqual([409, expect.stringMatching(/^Nobody would be remind/)]);
    },
  );

  test('stays as the first admin set it, and is shown to the second', async () => {
    const { ask, askAs } = await opened();
    const { body } = await askAs('bob@example.com', { at: tomorrow, was: null });
    for (const at of [null, '2026-03-04T15:00:00Z'])
      expect(await ask({ at, was: call_back })).toEqual({
        status: 409,
        body: { error: meanwhile, ...body },
      });
  });
});
