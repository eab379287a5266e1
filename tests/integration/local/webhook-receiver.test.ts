import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  newSecret,
  openWebhookReceiver,
  type WebhookReceiver,
} from '../../../scripts/local/receivers.ts';

const older = newSecret();
const newer = newSecret();
const lead = JSON.stringify({ name: 'Ann Lee', company: 'Oak & Co', phone: '713-555-0142' });

let receiver: WebhookReceiver;
let lines: string[];

beforeEach(async () => {
  lines = [];
  receiver = await openWebhookReceiver([newer, older], (line) => lines.push(line));
});

afterEach(() => {
  receiver.close();
});

interface Delivery {
  body?: string;
  signed?: string;
  secret?: string;
  at?: Date;
  headers?: Record<string, string>;
}

async function deliver({
  body = lead,
  signed = body,
  secret = newer,
  at = new Date(),
  headers,
}: Delivery) {
  const { status } = await fetch(receiver.url, {
    method: 'POST',
    body,
    headers: headers ?? {
      'webhook-id': 'lead-1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('lead-1', at, signed),
    },
  });
  return { status, said: lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '')) };
}

test.each([
  ['newer', newer],
  ['older', older],
])('the local webhook says who a delivery is from that the %s secret signed', async (_, secret) => {
  expect(await deliver({ secret })).toEqual({
    status: 204,
    said: ['webhook lead-1: verified, from Ann Lee, Oak & Co'],
  });
});

test('the local webhook says what a notice is about', async () => {
  const body = JSON.stringify({ type: 'erased', email: 'ann@example.com', phone: '+17135550142' });
  expect(await deliver({ body })).toEqual({
    status: 204,
    said: ['webhook lead-1: verified, erased: ann@example.com, +17135550142'],
  });
});

test.each<[string, Delivery, string]>([
  [
    'another secret',
    { secret: newSecret() },
    'webhook lead-1: refused, no matching signature found',
  ],
  ['another body', { signed: '{}' }, 'webhook lead-1: refused, no matching signature found'],
  [
    'an hour ago',
    { at: new Date(Date.now() - 3_600_000) },
    'webhook lead-1: refused, message timestamp too old',
  ],
  ['nothing', { headers: {} }, 'webhook without webhook-id: refused, missing required headers'],
])('the local webhook refuses what was signed with %s', async (_, delivery, said) => {
  expect(await deliver(delivery)).toEqual({ status: 401, said: [said] });
});

test.each(['no JSON', 'null', '[]', ''])(
  'the local webhook keeps running after a signed body that is not a lead: %j',
  async (body) => {
    await deliver({ body });
    expect(await deliver({})).toMatchObject({ status: 204 });
  },
);

test('the local webhook marks trial leads, and no others', async () => {
  const from = { name: 'TEST, not a lead', company: 'TEST' };
  await deliver({ body: JSON.stringify({ ...from, test: true }) });
  const { said } = await deliver({ body: JSON.stringify({ ...from, test: 'no' }) });
  expect(said).toEqual([
    'webhook lead-1: verified, a test, from TEST, not a lead, TEST',
    'webhook lead-1: verified, from TEST, not a lead, TEST',
  ]);
});

test('the local webhook removes control characters of the terminal from names', async () => {
  const body = JSON.stringify({ name: '\u001B[2JAnn\nLee', company: 'Oak\u202E' });
  const { said } = await deliver({ body });
  expect(said).toEqual(['webhook lead-1: verified, from �[2JAnn�Lee, Oak�']);
});

test('what a chat would get is printed as it is, whatever characters it has', async () => {
  const text = 'localhost: WEBHOOK_URL is not set.\u001b[2J';
  await fetch(receiver.alertUrl, { method: 'POST', body: JSON.stringify({ text }) });
  await fetch(receiver.noticeUrl, { method: 'POST', body: 'nonsense' });
  expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'alert: localhost: WEBHOOK_URL is not set.\ufffd[2J',
    'notice: not JSON',
  ]);
});
