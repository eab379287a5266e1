import { describe, expect, test } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import { aRecord } from '../../support/builders/record.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

const now = '2026-03-02T15:04:05.678Z';
const sams = { at: now, by: 'sam@example.com' };

/** A lead, and an admin's call about it. */
async function open(path: string) {
  const world = await staffWorld();
  const lead = await world.lead({ answered: null, archived: false });
  return {
    ...world,
    lead,
    ask: (body: object) => world.post(path, { submissionId: lead.id, ...body }),
    askAs: (email: string, body: object, deps = world.deps) =>
      world.postAs(email, path, { submissionId: lead.id, ...body }, deps),
    stored: () => world.store.get(lead.id),
  };
}

describe('an answer', () => {
  const opened = () => open(api.answerSubmission);

  test('stamps a lead with the time and the admin', async () => {
    const { lead, ask, stored } = await opened();
    expect(await ask({ answered: true })).toEqual({ status: 200, body: { answered: sams } });
    expect(await stored()).toEqual({ ...lead, answered: sams });
  });

  test('keeps the first stamp, and shows it to whoever comes second', async () => {
    const { ask, askAs, deps } = await opened();
    const later = { ...deps, now: () => new Date('2026-03-02T16:00:00Z') };
    const body = { answered: true };
    const [one, other] = await Promise.all([ask(body), askAs('bob@example.com', body, later)]);
    expect(one).toEqual(other);
    expect(await askAs('eve@example.com', body, later)).toEqual(one);
  });

  test('is taken back', async () => {
    const { lead, ask, stored } = await opened();
    await ask({ answered: true });
    expect(await ask({ answered: false })).toEqual({ status: 200, body: { answered: null } });
    expect(await stored()).toEqual(lead);
  });

  test('is taken back only if it is the one that the admin saw', async () => {
    const { ask, askAs, stored } = await opened();
    await ask({ answered: true });
    await askAs('bob@example.com', { answered: false });
    const bobs = await askAs('bob@example.com', { answered: true });
    expect(await ask({ answered: false, was: sams })).toEqual(bobs);
    const was = { at: now, by: 'bob@example.com' };
    expect(await stored()).toMatchObject({ answered: was });
    expect(await ask({ answered: false, was })).toEqual({ status: 200, body: { answered: null } });
  });
});

test('an admin puts a lead away and back', async () => {
  const { lead, ask, stored } = await open(api.archiveSubmission);
  for (const archived of [true, true, false, false]) {
    expect(await ask({ archived })).toEqual({ status: 200, body: { archived } });
    expect(await stored()).toEqual({ ...lead, archived });
  }
});

describe.each([
  [api.answerSubmission, 'answered'],
  [api.archiveSubmission, 'archived'],
])('%s', (path, flag) => {
  test('doesn’t know erased and trial leads', async () => {
    const { lead, ask, store } = await open(path);
    const trial = aRecord({ test: true, answered: null });
    await store.create(trial);
    await store.erase([lead.id], now);
    for (const submissionId of [trial.id, lead.id])
      expect(await ask({ submissionId, [flag]: true })).toEqual({
        status: 404,
        body: { error: 'There is no such submission.' },
      });
    expect(await store.get(trial.id)).toEqual(trial);
  });

  test.each([{}, { [flag]: 'yes' }, { [flag]: 1 }, { [flag]: null }])(
    'says what is missing in %j',
    async (body) => {
      const { lead, ask, stored } = await open(path);
      expect(await ask(body)).toEqual({
        status: 400,
        body: { error: `Please send ${flag} as true or false.` },
      });
      expect(await stored()).toEqual(lead);
    },
  );
});
