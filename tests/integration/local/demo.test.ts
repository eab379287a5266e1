import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { isKept } from '../../../functions/store/kept.ts';
import { pricedSlugs } from '../../../src/shared/pricing.ts';
import type { FixtureSite } from '../../support/servers/fixture-site.ts';
import { withFunctions } from '../../support/servers/local-site.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

const DEMO_SCRIPT = path.resolve('scripts/demo.ts');
const minutes = (count: number) => count * 60_000;

let fixture: FixtureSite;
let webhook: Receiver;
let demo: RunningSite;
let leads: SubmissionRecord[];

beforeAll(async () => {
  webhook = await Receiver.open();
  fixture = await withFunctions({ '.env': `WEBHOOK_URL='${webhook.url.href}'\n` });
  await mkdir(fixture.path('tmp'));
  demo = new RunningSite(fixture.root, {
    command: [process.execPath, DEMO_SCRIPT],
    env: { TMPDIR: fixture.path('tmp'), DATA_DIR: '.data' },
  });
  await demo.ready();
  leads = await stored();
}, 180_000);

afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
  await webhook[Symbol.asyncDispose]();
});

const folderOfDemo = async () =>
  (await readdir(fixture.path('tmp'))).filter((it) => it.startsWith('leadwright-demo-'));

async function stored(): Promise<SubmissionRecord[]> {
  const [folder = ''] = await folderOfDemo();
  const store = openSqlite(path.join(fixture.path('tmp'), folder), console.log);
  const { found } = await store.keptAfter(undefined, 1000);
  await store.close();
  return found.flatMap((it) => (isKept(it) && it.kind === 'submission' ? [it.submission] : []));
}

function expectSome(is: (lead: SubmissionRecord) => boolean): void {
  expect(leads.some(is)).toBe(true);
}

describe('npm run demo', () => {
  test('fills the inbox with 300 leads of 60 days, the newest some minutes old', () => {
    expect(leads).toHaveLength(300);
    const times = leads.map((it) => Date.parse(it.created_at)).toSorted((a, b) => a - b);
    const span = Number(times.at(-1)) - Number(times[0]);
    expect(span).toBeGreaterThan(minutes(50 * 24 * 60));
    expect(Date.now() - Number(times.at(-1))).toBeGreaterThan(minutes(1));
    expect(new Set(leads.map((it) => it.id)).size).toBe(300);
  });

  test('shows leads in every state', () => {
    expectSome(({ delivery }) => delivery.state === 'pending');
    expectSome(({ delivery, attempts }) => delivery.state === 'delivered' && attempts.length === 1);
    expectSome(({ delivery, attempts }) => delivery.state === 'delivered' && attempts.length > 2);
    expectSome(({ attempts }) => attempts.at(-1)?.by !== undefined);
    expectSome(({ delivery, attempts }) => delivery.state === 'failed' && attempts.length === 10);
    expectSome(({ delivery }) => delivery.state === 'off');
    expectSome(({ answered }) => answered === null);
    expectSome(({ answered }) => answered === undefined);
    expectSome(({ archived }) => archived === true);
    const reasons = leads.flatMap((it) =>
      it.delivery.state === 'held' ? it.delivery.reasons : [],
    );
    expect(new Set(reasons).size).toBeGreaterThan(2);
  });

  test('shows leads that were answered within minutes, hours and days', () => {
    const waits = leads.flatMap(({ answered, created_at }) =>
      answered ? [Date.parse(answered.at) - Date.parse(created_at)] : [],
    );
    for (const [least, most] of [
      [0, 5],
      [5, 60],
      [60, 600],
      [600, 3000],
    ] as const)
      expect(waits.some((it) => it > minutes(least) && it <= minutes(most))).toBe(true);
  });

  test('has leads of all industries and both forms', () => {
    expect(new Set(leads.map((it) => it.industry))).toEqual(new Set([...pricedSlugs, 'other']));
    expect(new Set(leads.map((it) => it.source))).toEqual(
      new Set(['contact_page', 'contact_form']),
    );
  });

  test('names nobody who exists', () => {
    for (const { email, phone } of leads) {
      expect(email).toMatch(/^[a-z.]+@([a-z-]+\.)?example\.com$/);
      expect(phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
    }
  });

  test('ignores the webhook in .env, leaves .data alone, and removes its own data', async () => {
    expect(demo.output).toContain('Webhook deliveries and alerts arrive here and are printed.');
    expect(await readdir(fixture.root)).not.toContain('.data');
    demo.signalGroup('SIGINT');
    expect(await demo.exit).toEqual({ code: 0, signal: null });
    expect(await folderOfDemo()).toEqual([]);
    expect(webhook.arrivals).toEqual([]);
  });
});

test('npm run demo leaves no data behind if it can’t start', async () => {
  await using refused = new RunningSite(fixture.root, {
    command: [process.execPath, DEMO_SCRIPT],
    env: { TMPDIR: fixture.path('tmp'), SUBMIT_LIMIT: 'many' },
  });
  expect(await refused.exit).toEqual({ code: 1, signal: null });
  expect(refused.output).toContain('SUBMIT_LIMIT must be');
  expect(await folderOfDemo()).toEqual([]);
});

test('npm run demo refuses to start with a real project', async () => {
  const env = { FIREBASE_SERVICE_ACCOUNT: '{}', PUBLIC_FIREBASE_API_KEY: 'k' };
  await using refused = new RunningSite(fixture.root, {
    command: [process.execPath, DEMO_SCRIPT],
    env,
  });
  expect(await refused.exit).toEqual({ code: 1, signal: null });
  expect(refused.output).toMatch(/^The settings name a Firebase project, .+\n$/);
});
