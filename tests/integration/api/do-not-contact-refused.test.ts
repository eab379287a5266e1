import { expect, test } from 'vitest';
import { personWorld } from '../../support/worlds/person-world.ts';

const email = 'dana@example.com';
const phone = '(713) 555-0142';

const noPerson =
  'Please send an e-mail address as email, or a number of seven digits or more as phone.';
const noEmail = 'Please send a whole e-mail address as email.';
const noChoice = 'Please send on as true or false.';
const noLead = 'Please send the submission’s id as submissionId.';

test.each<[unknown, string, string?]>([
  [{}, noPerson],
  [{ on: true }, noPerson],
  [{ email: '', phone: ' ', on: true }, noPerson],
  [[], noPerson],
  ['dana@example.com', noPerson],
  [null, noPerson],
  [{ email: 7, on: true }, noEmail, 'email'],
  [{ email: 'dana', on: true }, noEmail, 'email'],
  [{ email: 'dana@example', phone, on: true }, noEmail, 'email'],
  [{ email: `${'a'.repeat(256)}@example.com`, on: true }, noEmail, 'email'],
  [{ phone: 'none', on: true }, noPerson, 'phone'],
  [{ email, phone: '555-014', on: true }, noPerson, 'phone'],
  [{ email, phone: 7135550142, on: true }, noPerson, 'phone'],
  [{ phone: '1'.repeat(51), on: true }, noPerson, 'phone'],
  [{ email, on: 'yes' }, noChoice, 'on'],
  [{ email, on: null }, noChoice, 'on'],
  [{ email, on: true, submissionId: '' }, noLead, 'submissionId'],
  [{ email, on: true, submissionId: 7 }, noLead, 'submissionId'],
])('/api/do-not-contact answers 422 to %j: %s', async (body, error, field) => {
  const { put, entries } = await personWorld();
  const problem = field === undefined ? { error } : { error, field };
  expect(await put(JSON.stringify(body))).toEqual({ status: 422, body: problem });
  expect(await entries()).toEqual([]);
});

test('/api/do-not-contact takes what a form leaves blank as left out', async () => {
  const { put } = await personWorld();
  expect(await put({ email: ' ', phone, on: true })).toEqual({ status: 200, body: { on: true } });
  expect(await put({ email, phone: '' })).toEqual({ status: 200, body: { on: false } });
  expect(await put({ email, phone })).toEqual({ status: 200, body: { on: true } });
});

test('/api/do-not-contact doesn’t know a lead that isn’t there', async () => {
  const { put, entries } = await personWorld();
  expect((await put({ email, on: true, submissionId: email })).status).toBe(404);
  expect(await entries()).toEqual([]);
});
