import { expect, test } from 'vitest';
import { askEvery, createIncidents } from '../../../../src/islands/inbox/alarm/incidents.ts';
import { sendTestAlert } from '../../../../src/islands/inbox/trial/trial.ts';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import type { Alerts, Incident } from '../../../../src/shared/health.ts';
import { second } from '../../../support/builders/record.ts';

const incident = (kind: Incident['kind']): Incident => ({ kind, what: kind, since: second(0) });
const silence: Alerts = { incidents: [incident('silence')], unsent: null };
const nothing: Alerts = { incidents: [], unsent: null };

function incidentWorld(answer: Alerts) {
  const world = { answer: answer as unknown, time: 0, mayMove: true, asked: 0 };
  const incidents = createIncidents({
    ask: () => {
      world.asked += 1;
      return Promise.resolve(Response.json(world.answer));
    },
    now: () => world.time,
    mayMove: () => world.mayMove,
  });
  return { ...incidents, world, later: (ms: number) => ((world.time += ms), incidents.check()) };
}

test('the inbox shows what is wrong, and asks each half hour', async () => {
  const { $alerts, world, later } = incidentWorld(silence);
  await later(0);
  expect($alerts.get()).toEqual(silence);
  world.answer = nothing;
  await later(askEvery - 1);
  expect($alerts.get()).toEqual(silence);
  await later(1);
  expect($alerts.get()).toEqual(nothing);
  expect(world.asked).toBe(2);
});

test('the inbox asks again although the clock was set back by a day', async () => {
  const { world, later } = incidentWorld(silence);
  await later(0);
  await later(-86_400_000);
  await later(askEvery - 1);
  expect(world.asked).toBe(2);
});

test('the inbox shows once what its strips show already', async () => {
  const kinds = ['deliveries', 'given_up', 'held', 'webhook'] as const;
  const { $alerts, later } = incidentWorld({ incidents: kinds.map(incident), unsent: 'It is off' });
  await later(0);
  expect($alerts.get()).toEqual({ incidents: [incident('webhook')], unsent: 'It is off' });
});

test('the inbox shows an incident of a kind that is newer than the page', async () => {
  const newer = { kind: 'newer', what: 'Something else is wrong.', since: second(0) };
  const { $alerts, later } = incidentWorld({ incidents: [newer], unsent: null });
  await later(0);
  expect($alerts.get().incidents).toEqual([newer]);
});

test('the inbox moves nothing while somebody is at a row', async () => {
  const { $alerts, world, later } = incidentWorld(silence);
  world.mayMove = false;
  await later(0);
  expect($alerts.get()).toEqual(nothing);
  world.mayMove = true;
  await later(1);
  expect($alerts.get()).toEqual(silence);
});

test('the inbox keeps what it knows if there is no good answer', async () => {
  const { $alerts, world, later } = incidentWorld(silence);
  await later(0);
  world.answer = { error: 'No.' };
  await later(askEvery);
  expect($alerts.get()).toEqual(silence);
});

test.each<[string, () => Promise<Response>, string]>([
  ['to one address', () => Promise.resolve(Response.json({ sent: 1 })), 'A test alert was sent.'],
  [
    'to several addresses',
    () => Promise.resolve(Response.json({ sent: 2 })),
    'A test alert was sent to 2 addresses.',
  ],
  [
    'nowhere, with the reason',
    () => Promise.reject(new AskError('broken', { body: { error: 'Set ALERT_URL.' } })),
    'Set ALERT_URL.',
  ],
  [
    'nowhere, without a reason',
    () => Promise.reject(new AskError('unreachable')),
    'The test alert could not be sent. Please try again.',
  ],
])('a test alert is sent %s', async (_, answer, says) => {
  expect((await sendTestAlert(answer)).says).toBe(says);
});
