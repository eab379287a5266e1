import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSecret, openWebhookReceiver } from '../../../scripts/local/receivers.ts';

const older = newSecret();
const newer = newSecret();
const lead = JSON.stringify({ name: 'Ann Lee', company: 'Oak & Co', phone: '713-555-0142' });

let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
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

test('the local webhook says who a delivery is from that either secret signed', async () => {
  const from = 'webhook lead-1: verified, from Ann Lee, Oak & Co';
  expect(await deliver({ secret: newer })).toEqual({ status: 204, said: [from] });
  expect(await deliver({ secret: older })).toEqual({ status: 204, said: [from, from] });
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

test('the local webhook marks trial leads, and removes control characters of the terminal', async () => {
  const from = { name: '\u001B[2JAnn\nLee', company: 'Oak\u202E' };
  await deliver({ body: JSON.stringify({ ...from, test: true }) });
  const { said } = await deliver({ body: JSON.stringify({ ...from, test: 'no' }) });
  expect(said).toEqual([
    'webhook lead-1: verified, a test, from \ufffd[2JAnn\ufffdLee, Oak\ufffd',
    'webhook lead-1: verified, from \ufffd[2JAnn\ufffdLee, Oak\ufffd',
  ]);
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
