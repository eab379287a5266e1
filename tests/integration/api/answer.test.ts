import { describe, expect, test } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import type { AuditEntry } from '../../../src/shared/audit.ts';
import { submissionsPageSchema, type Delivery } from '../../../src/shared/submission.ts';
import { second } from '../../support/builders/record.ts';
import { damageRow } from '../../support/worlds/each-engine.ts';
import { aboutLead, now, sams } from '../../support/worlds/staff-world.ts';

const failed: Delivery = { state: 'failed', at: second(9), since: second(1) };

describe('an answer', () => {
  const opened = () => aboutLead(api.answerSubmission);

  test('stamps a lead with the time and the admin, and can be undone', async () => {
    const { lead, ask, stored } = await opened();
    expect(await ask({ answered: true })).toEqual({ status: 200, body: { answered: sams } });
    expect(await stored()).toEqual({ ...lead, answered: sams });
    expect(await ask({ answered: false })).toEqual({ status: 200, body: { answered: null } });
    expect(await stored()).toEqual(lead);
  });

  test('keeps the first stamp, and shows it to the second admin', async () => {
    const { ask, askAs, deps } = await opened();
    const later = { ...deps, now: () => new Date('2026-03-02T16:00:00Z') };
    const body = { answered: true };
    const [one, other] = await Promise.all([ask(body), askAs('bob@example.com', body, later)]);
    expect(one).toEqual(other);
    expect(await askAs('eve@example.com', body, later)).toEqual(one);
  });

  test('has the name of the caller and the time of the server, whatever the request says', async () => {
    const { ask } = await opened();
    const was = { at: '2026-03-01T09:00:00.000Z', by: 'bob@example.com' };
    const sent = { answered: true, was, ...was };
    expect(await ask(sent)).toEqual({ status: 200, body: { answered: sams } });
    await ask({ answered: false, was });
    expect((await ask(sent)).body).toEqual({ answered: sams });
  });

  test('is in the audit log, as is its undo, if either changed anything', async () => {
    const { lead, ask, entries } = await opened();
    const by = { name: 'sam@example.com' };
    for (const answered of [false, true, true, false, false]) await ask({ answered });
    expect(await entries()).toMatchObject([
      { at: now, by, event: { action: 'unanswered', submission: lead.id } },
      { at: now, by, event: { action: 'answered', submission: lead.id } },
    ]);
  });
});

test('an admin archives and restores a lead', async () => {
  const { lead, ask, stored, entries } = await aboutLead(api.archiveSubmission);
  for (const archived of [true, true, false, false]) {
    expect(await ask({ archived })).toEqual({ status: 200, body: { archived } });
    expect(await stored()).toEqual({ ...lead, archived });
  }
  const events = (await entries()).map((it) => (it as AuditEntry).event);
  const submission = lead.id;
  expect(events).toEqual([
    { action: 'unarchived', submission },
    { action: 'archived', submission },
  ]);
});

test.each([
  [api.answerSubmission, 'answered'],
  [api.archiveSubmission, 'archived'],
])('%s asks for %s if it is neither true nor false', async (path, flag) => {
  const { lead, ask, stored } = await aboutLead(path, { delivery: failed });
  const body = { error: `Please send ${flag} as true or false.` };
  for (const sent of [{}, { [flag]: 'yes' }, { [flag]: 1 }, { [flag]: null }])
    expect(await ask(sent)).toEqual({ status: 400, body });
  expect(await stored()).toEqual(lead);
});

test('a failed lead is counted and listed until an admin archives it, and can be resent from the archive', async () => {
  const {
    lead,
    ask,
    post,
    get: read,
    store,
    stored,
    receiver,
  } = await aboutLead(api.archiveSubmission, { delivery: failed, answered: null });
  const listed = async (query: string) => {
    const { body } = await read(`${api.submissions}?${query}`);
    return submissionsPageSchema.parse(body).submissions.map(({ id }) => id);
  };
  const standing = async () => [
    await listed('delivery=failed'),
    await listed('archived=yes'),
    (await store.undelivered('failed', '9999')).count,
  ];
  expect(await standing()).toEqual([[lead.id], [], 1]);
  await ask({ archived: true });
  expect(await standing()).toEqual([[], [lead.id], 0]);
  const submissionId = lead.id;
  receiver.next({ status: 500 });
  expect((await post(api.resendToWebhook, { submissionId })).status).toBe(502);
  expect(await standing(), 'a failed resend does not bring it back').toEqual([[], [lead.id], 0]);
  await ask({ archived: false });
  expect(await standing()).toEqual([[lead.id], [], 1]);
  await ask({ archived: true });
  expect((await post(api.resendToWebhook, { submissionId })).status).toBe(200);
  expect(await stored()).toMatchObject({ delivery: { state: 'delivered' }, archived: true });
});

test('an action on an unreadable lead is refused with a sentence, whatever the action', async () => {
  const { lead, ask, post, folder } = await aboutLead(api.archiveSubmission);
  const submissionId = lead.id;
  await damageRow(folder, submissionId, { attempts: 'of a newer version' });
  const sentence = { error: expect.stringMatching(/^This lead can’t be read here: /) as string };
  for (const answer of [
    await post(api.resendToWebhook, { submissionId }),
    await ask({ archived: true }),
    await post(api.answerSubmission, { submissionId, answered: true }),
  ])
    expect(answer).toEqual({ status: 409, body: sentence });
});
