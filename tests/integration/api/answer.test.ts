import { describe, expect, test } from 'vitest';
import { staff } from '../../../functions/staff.ts';
import { api } from '../../../src/shared/api.ts';
import { submissionsPageSchema, type Delivery } from '../../../src/shared/submission.ts';
import { readCsv } from '../../support/builders/csv-reader.ts';
import { deliveries, second } from '../../support/builders/record.ts';
import { get } from '../../support/builders/requests.ts';
import { damageRow } from '../../support/worlds/each-engine.ts';
import { aboutLead, now, sams } from '../../support/worlds/staff-world.ts';

const failed: Delivery = { state: 'failed', at: second(9), since: second(1) };
const settled = { state: 'settled', ...sams, given_up_at: second(9), since: second(1) };

describe('an answer', () => {
  const opened = () => aboutLead(api.answerSubmission);

  test('stamps a lead with the time and the admin, and is taken back', async () => {
    const { lead, ask, stored } = await opened();
    expect(await ask({ answered: true })).toEqual({ status: 200, body: { answered: sams } });
    expect(await stored()).toEqual({ ...lead, answered: sams });
    expect(await ask({ answered: false })).toEqual({ status: 200, body: { answered: null } });
    expect(await stored()).toEqual(lead);
  });

  test('keeps the first stamp, and shows it to whoever comes second', async () => {
    const { ask, askAs, deps } = await opened();
    const later = { ...deps, now: () => new Date('2026-03-02T16:00:00Z') };
    const body = { answered: true };
    const [one, other] = await Promise.all([ask(body), askAs('bob@example.com', body, later)]);
    expect(one).toEqual(other);
    expect(await askAs('eve@example.com', body, later)).toEqual(one);
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

  test('that is taken back is restored by undo, with who and when, and never in the future or before the lead came', async () => {
    const { ask } = await opened();
    const was = { at: '2026-03-01T09:00:00.000Z', by: 'bob@example.com' };
    expect(await ask({ answered: true, was })).toEqual({ status: 200, body: { answered: was } });
    await ask({ answered: false, was });
    for (const at of ['2027-03-01T09:00:00.000Z', '2000-03-01T09:00:00.000Z']) {
      expect((await ask({ answered: true, was: { ...was, at } })).body).toEqual({ answered: sams });
      await ask({ answered: false, was: sams });
    }
  });
});

test('an admin puts a lead away and back', async () => {
  const { lead, ask, stored } = await aboutLead(api.archiveSubmission);
  for (const archived of [true, true, false, false]) {
    expect(await ask({ archived })).toEqual({ status: 200, body: { archived } });
    expect(await stored()).toEqual({ ...lead, archived });
  }
});

test.each([
  [api.answerSubmission, 'answered'],
  [api.archiveSubmission, 'archived'],
  [api.settleSubmission, 'settled'],
])('%s asks for %s if it is neither true nor false', async (path, flag) => {
  const { lead, ask, stored } = await aboutLead(path, { delivery: failed });
  const body = { error: `Please send ${flag} as true or false.` };
  for (const sent of [{}, { [flag]: 'yes' }, { [flag]: 1 }, { [flag]: null }])
    expect(await ask(sent)).toEqual({ status: 400, body });
  expect(await stored()).toEqual(lead);
});

const settling = (delivery: Delivery = failed) => aboutLead(api.settleSubmission, { delivery });

test('a lead that was given up is settled, in the list, the export and the audit log, and back', async () => {
  const { lead, ask, stored, get: read, entries, deps, headers, store } = await settling();
  const listed = async (delivery: string) => {
    const { body } = await read(`${api.submissions}?delivery=${delivery}`);
    return submissionsPageSchema.parse(body).submissions.map(({ id }) => id);
  };
  for (const answer of [await ask({ settled: true }), await ask({ settled: true })])
    expect(answer).toEqual({ status: 200, body: { delivery: settled } });
  expect(await stored()).toMatchObject({ delivery: settled });
  expect([await listed('settled'), await listed('failed')]).toEqual([[lead.id], []]);
  const csv = await (await staff(get(api.submissionsCsv, headers), deps)).text();
  expect(readCsv(csv)[1]).toContain('settled');
  expect((await store.undelivered('failed', '9999')).count).toBe(0);

  expect(await ask({ settled: false })).toEqual({ status: 200, body: { delivery: failed } });
  expect(await stored()).toEqual(lead);
  expect(await entries()).toMatchObject([
    { event: { action: 'reopened', submission: lead.id } },
    { event: { action: 'exported' } },
    { by: { name: 'sam@example.com' }, event: { action: 'settled', submission: lead.id } },
  ]);
});

test('a settled lead can still be resent', async () => {
  const { lead, ask, post, stored, receiver } = await settling();
  const submissionId = lead.id;
  await ask({ settled: true });
  receiver.next({ status: 500 });
  expect((await post(api.resendToWebhook, { submissionId })).status).toBe(502);
  expect((await stored())?.delivery).toEqual(settled);
  expect((await post(api.resendToWebhook, { submissionId })).status).toBe(200);
  expect(await stored()).toMatchObject({ delivery: { state: 'delivered' } });
});

test.each(Object.values(deliveries).filter(({ state }) => state !== 'failed'))(
  'a lead that is $state can’t be settled',
  async (before) => {
    const { ask, stored, entries } = await settling(before);
    expect(await ask({ settled: true })).toEqual({
      status: 409,
      body: { error: 'Only a lead that was given up can be settled.' },
    });
    expect([(await stored())?.delivery, await entries()]).toEqual([before, []]);
  },
);

test('a lead that can’t be read is refused with a sentence, whatever an admin does with it', async () => {
  const { lead, ask, post, folder } = await settling();
  const submissionId = lead.id;
  await damageRow(folder, submissionId, { attempts: 'of a newer version' });
  const sentence = { error: expect.stringMatching(/^This lead can’t be read here: /) as string };
  for (const answer of [
    await post(api.resendToWebhook, { submissionId }),
    await ask({ settled: true }),
    await post(api.answerSubmission, { submissionId, answered: true }),
  ])
    expect(answer).toEqual({ status: 409, body: sentence });
});
