import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi, beforeEach } from 'vitest';
import { openFunctions, startTicker } from '../../../scripts/serve/functions-host.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';
import { Webhook } from 'standardwebhooks';
import { newSecret } from '../../../scripts/local/environment.ts';
import { openWebhookReceiver } from '../../../scripts/local/receivers.ts';

const hour = 60 * 60 * 1000;

test('a scheduled function is called as Netlify calls it: an @hourly one once an hour, and no unscheduled one', async () => {
  await using fixture = await FixtureSite.create({
    'netlify/functions/due.ts': `
      import { writeFile } from 'node:fs/promises';
      export default async (request: Request) => {
        const { next_run } = await request.json();
        await writeFile(new URL('called.txt', import.meta.url), request.method + ' ' + next_run);
        return new Response(null, { status: 204 });
      };
      export const config = { schedule: '* * * * *' };
    `,
    'netlify/functions/rare.ts': `
      import { appendFile } from 'node:fs/promises';
      export default async () => {
        await appendFile(new URL('rare-called.txt', import.meta.url), 'x');
        return new Response(null, { status: 204 });
      };
      export const config = { schedule: '@hourly' };
    `,
    'netlify/functions/other.ts': `
      import { writeFile } from 'node:fs/promises';
      export default async () => {
        await writeFile(new URL('other-called.txt', import.meta.url), '');
        return new Response(null, { status: 204 });
      };
    `,
  });
  const host = await openFunctions(fixture.root);
  const before = Date.now();
  void host.callDue();
  await host.settle();
  const told = (file: string) => readFile(fixture.path(`netlify/functions/${file}`), 'utf8');
  const [method, nextRun = ''] = (await told('called.txt')).split(' ');
  expect(method).toBe('POST');
  expect(new Date(nextRun).toISOString()).toBe(nextRun);
  expect(Date.parse(nextRun)).toBeGreaterThan(before);
  for (const more of [1000, hour - 1, hour + 60_000]) await host.callDue(before + more);
  expect(await told('rare-called.txt')).toBe('xx');
  expect(existsSync(fixture.path('netlify/functions/other-called.txt'))).toBe(false);
});

test('ticks wait for the services, never overlap, continue after a failure, and can be stopped', async () => {
  const complaints = vi.spyOn(console, 'error').mockReturnValue();
  const ticks: PromiseWithResolvers<undefined>[] = [];
  const services = Promise.withResolvers<undefined>();
  const begin = () => {
    const tick = Promise.withResolvers<undefined>();
    ticks.push(tick);
    return tick.promise.then(() => undefined);
  };
  const stop = startTicker(begin, 1, services.promise);
  await setTimeout(20);
  expect(ticks).toHaveLength(0);
  services.resolve(undefined);
  await setTimeout(20);
  expect(ticks).toHaveLength(1);
  ticks[0]?.reject(new Error('the store is gone'));
  await expect.poll(() => ticks.length).toBe(2);
  expect(complaints).toHaveBeenCalledOnce();
  stop();
  ticks[1]?.resolve(undefined);
  await setTimeout(20);
  expect(ticks).toHaveLength(2);
});

const older = newSecret();
const newer = newSecret();
const lead = JSON.stringify({ name: 'Ann Lee', company: 'Oak & Co', phone: '713-555-0142' });

let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
let lines: string[];

beforeEach(async () => {
  lines = [];
  receiver = await openWebhookReceiver([newer, older], (line) => lines.push(line));
  return () => receiver.close();
});

interface Delivery {
  body?: string;
  secret?: string;
  headers?: Record<string, string>;
}

async function deliver({ body = lead, secret = newer, headers }: Delivery) {
  const at = new Date();
  const { status } = await fetch(receiver.url, {
    method: 'POST',
    body,
    headers: headers ?? {
      'webhook-id': 'lead-1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('lead-1', at, body),
    },
  });
  return { status, said: lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '')) };
}

test('the local webhook says which site sent a delivery that either secret signed', async () => {
  const from = 'webhook lead-1: verified, from Ann Lee, Oak & Co';
  expect(await deliver({ secret: newer })).toEqual({ status: 204, said: [from] });
  expect(await deliver({ secret: older })).toEqual({ status: 204, said: [from, from] });
});

test('the local webhook prints the subject of a notice', async () => {
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
  ['nothing', { headers: {} }, 'webhook without webhook-id: refused, missing required headers'],
])('the local webhook refuses what was signed with %s', async (_, delivery, said) => {
  expect(await deliver(delivery)).toEqual({ status: 401, said: [said] });
});

test('the local webhook marks tests, and removes control characters of the terminal', async () => {
  const from = { name: '\u001B[2JAnn\nLee', company: 'Oak\u202E' };
  await deliver({ body: JSON.stringify({ ...from, test: true }) });
  const { said } = await deliver({ body: JSON.stringify({ ...from, test: 'no' }) });
  expect(said).toEqual([
    'webhook lead-1: verified, a test, from \ufffd[2JAnn\ufffdLee, Oak\ufffd',
    'webhook lead-1: verified, from \ufffd[2JAnn\ufffdLee, Oak\ufffd',
  ]);
});

test('a chat message is printed unchanged, whatever characters it has', async () => {
  const text = 'localhost: WEBHOOK_URL is not set.\u001b[2J';
  await fetch(receiver.alertUrl, { method: 'POST', body: JSON.stringify({ text }) });
  await fetch(receiver.noticeUrl, { method: 'POST', body: 'nonsense' });
  expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'alert: localhost: WEBHOOK_URL is not set.\ufffd[2J',
    'notice: not JSON',
  ]);
});
