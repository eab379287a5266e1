import { describe, expect, test } from 'vitest';
import { answerSubmission, archiveSubmission } from '../../../functions/inbox/answer.ts';
import { aRecord } from '../../support/builders/record.ts';
import { bearer, post } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

const now = '2026-03-02T15:04:05.678Z';

/** An admin's call on a world of its own. */
async function open(handler: typeof answerSubmission, path: string) {
  const world = aWorld();
  const ask = async (body: unknown, email = 'ada@example.com', deps = world.deps) => {
    const token = await world.signIn({ admin: true, email });
    const response = await handler(post(path, body, bearer(token)), deps);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const lead = aRecord({ answered: null, archived: false });
  await world.store.create(lead);
  return {
    world,
    ask,
    lead,
    stored: () => world.store.get(lead.id),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('/api/answer-submission', () => {
  const opened = () => open(answerSubmission, '/api/answer-submission');

  test('stamps a lead with the time and the admin', async () => {
    await using it = await opened();
    const answered = { at: now, by: 'ada@example.com' };
    const answer = await it.ask({ submissionId: it.lead.id, answered: true });
    expect(answer).toEqual({ status: 200, body: { answered } });
    expect(await it.stored()).toEqual({ ...it.lead, answered });
  });

  test('keeps the first stamp, and shows it to whoever comes second', async () => {
    await using it = await opened();
    const body = { submissionId: it.lead.id, answered: true };
    const later = { ...it.world.deps, now: () => new Date('2026-03-02T16:00:00Z') };
    const answers = await Promise.all([it.ask(body), it.ask(body, 'bob@example.com', later)]);
    expect(answers[0]).toEqual(answers[1]);
    expect(await it.ask(body, 'eve@example.com', later)).toEqual(answers[0]);
  });

  test('takes the stamp back', async () => {
    await using it = await opened();
    await it.ask({ submissionId: it.lead.id, answered: true });
    const answer = await it.ask({ submissionId: it.lead.id, answered: false });
    expect(answer).toEqual({ status: 200, body: { answered: null } });
    expect(await it.stored()).toEqual(it.lead);
  });

  test('takes back only the stamp that the admin saw', async () => {
    await using it = await opened();
    const submissionId = it.lead.id;
    const was = { at: now, by: 'ada@example.com' };
    await it.ask({ submissionId, answered: true });
    await it.ask({ submissionId, answered: false }, 'bob@example.com');
    const bobs = await it.ask({ submissionId, answered: true }, 'bob@example.com');
    expect(await it.ask({ submissionId, answered: false, was })).toEqual(bobs);
    expect(await it.stored()).toMatchObject({ answered: { at: now, by: 'bob@example.com' } });
    const again = { at: now, by: 'bob@example.com' };
    const answer = await it.ask({ submissionId, answered: false, was: again });
    expect(answer).toEqual({ status: 200, body: { answered: null } });
  });

  test.each([null, true, { at: 'yesterday', by: 'ada@example.com' }, { at: now }])(
    'refuses %j as the stamp that the admin saw',
    async (was) => {
      await using it = await opened();
      const stamp = { submissionId: it.lead.id, answered: true };
      const { body } = await it.ask(stamp);
      expect(await it.ask({ ...stamp, answered: false, was })).toEqual({
        status: 400,
        body: { error: 'Please send the answer that you take back as was.' },
      });
      expect(await it.stored()).toMatchObject(body as object);
    },
  );

  test('leaves a lead from before as it is when nothing is taken back', async () => {
    await using it = await opened();
    const old = aRecord();
    await it.world.store.create(old);
    const answer = await it.ask({ submissionId: old.id, answered: false });
    expect(answer).toEqual({ status: 200, body: { answered: null } });
    expect(await it.world.store.get(old.id)).toEqual(old);
  });
});

describe('/api/archive-submission', () => {
  const opened = () => open(archiveSubmission, '/api/archive-submission');

  test('puts a lead away and back', async () => {
    await using it = await opened();
    for (const archived of [true, true, false, false]) {
      const answer = await it.ask({ submissionId: it.lead.id, archived });
      expect(answer).toEqual({ status: 200, body: { archived } });
      expect(await it.stored()).toEqual({ ...it.lead, archived });
    }
  });
});

describe.each([
  ['/api/answer-submission', answerSubmission, 'answered'],
  ['/api/archive-submission', archiveSubmission, 'archived'],
] as const)('%s', (path, handler, flag) => {
  test('doesn’t know erased, unknown and trial leads', async () => {
    await using it = await open(handler, path);
    const trial = aRecord({ test: true, answered: null });
    await it.world.store.create(trial);
    await it.world.store.erase([it.lead.id], now);
    for (const submissionId of [trial.id, it.lead.id, 'unknown', '__x__', '../x'])
      expect(await it.ask({ submissionId, [flag]: true })).toEqual({
        status: 404,
        body: { error: 'There is no such submission.' },
      });
    expect(await it.world.store.get(trial.id)).toEqual(trial);
  });

  test.each([{}, { [flag]: 'yes' }, { [flag]: 1 }, { [flag]: null }])(
    'says what is missing in %j',
    async (body) => {
      await using it = await open(handler, path);
      expect(await it.ask({ submissionId: it.lead.id, ...body })).toEqual({
        status: 400,
        body: { error: `Please send ${flag} as true or false.` },
      });
      expect(await it.stored()).toEqual(it.lead);
    },
  );
});
