import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { api } from '../../../src/shared/api.ts';
import { knownIndustries } from '../../../src/shared/pricing.ts';
import { fromAnother } from '../../support/builders/requests.ts';
import type { FixtureSite } from '../../support/servers/fixture-site.ts';
import { post, withFunctions } from '../../support/servers/local-site.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

const command = [process.execPath, path.resolve('scripts/demo.ts')] as const;
const minutes = (count: number) => count * 60_000;

let fixture: FixtureSite;
let webhook: Receiver;
let demo: RunningSite;
let leads: SubmissionRecord[];

beforeAll(async () => {
  webhook = await Receiver.open();
  const elsewhere = ['WEBHOOK_URL', 'NOTICE_TO', 'ALERT_URL', 'RIGHTS_URL', 'CONSENT_ARCHIVE'];
  const lines = elsewhere.map((it) => `${it}='${webhook.url.href}'`);
  fixture = await withFunctions({ '.env': lines.join('\n') });
  await mkdir(fixture.path('tmp'));
  const env = { TMPDIR: fixture.path('tmp'), DATA_DIR: '.data' };
  demo = new RunningSite(fixture.root, { command, env });
  await demo.ready();
  const [folder = ''] = await foldersOfDemos();
  const store = openSqlite(path.join(fixture.path('tmp'), folder), console.log);
  const found = (await Array.fromAsync(store.all('submissions'))).flat();
  await store.close();
  leads = found.flatMap((item) => (item.kind === 'submission' ? [item.submission] : []));
  return async () => {
    await demo[Symbol.asyncDispose]();
    await fixture[Symbol.asyncDispose]();
    await webhook[Symbol.asyncDispose]();
  };
}, 180_000);

const foldersOfDemos = async () =>
  (await readdir(fixture.path('tmp'))).filter((it) => it.startsWith('leadwright-demo-'));

describe('npm run demo', () => {
  test('fills the inbox with 300 leads of 60 days, the newest a few minutes old', () => {
    expect(new Set(leads.map((it) => it.id)).size).toBe(300);
    const times = leads.map((it) => Date.parse(it.created_at));
    const newest = Math.max(...times);
    expect(newest - Math.min(...times)).toBeGreaterThan(minutes(50 * 24 * 60));
    expect(Date.now() - newest).toBeGreaterThan(minutes(1));
  });

  const waitOf = ({ answered, created_at }: SubmissionRecord) =>
    answered ? Date.parse(answered.at) - Date.parse(created_at) : NaN;

  test.each<[string, (lead: SubmissionRecord) => boolean]>([
    ['pending', ({ delivery }) => delivery.state === 'pending'],
    ['delivered', ({ delivery: { state }, tries }) => state === 'delivered' && tries === 1],
    ['failed', ({ delivery, attempts }) => delivery.state === 'failed' && attempts.length === 10],
    [
      'held for two reasons',
      ({ delivery }) => delivery.state === 'held' && delivery.reasons.length === 2,
    ],
    ['from before answers', ({ answered }) => answered === undefined],
    ['waiting', ({ answered }) => answered === null],
    ['answered in minutes', (lead) => waitOf(lead) <= minutes(5)],
    ['answered in hours', (lead) => waitOf(lead) > minutes(60) && waitOf(lead) < minutes(600)],
    ['answered the next day', (lead) => waitOf(lead) > minutes(600)],
    ['archived', ({ archived }) => archived === true],
    ['a second request', ({ earlier }) => earlier?.length === 1],
    ['won for dollars', ({ outcome }) => outcome?.state === 'won' && outcome.amount !== undefined],
    ['lost, with words', ({ outcome }) => outcome?.state === 'lost' && outcome.words !== undefined],
    ['no lead', ({ outcome }) => outcome?.state === 'not-a-lead'],
    ['talking', ({ outcome }) => outcome?.state === 'talking'],
    ['answered and open', ({ answered, outcome }) => answered != null && outcome === null],
    ['noted', ({ notes }) => notes !== undefined],
  ])('has a lead that is %s', (_, matches) => {
    expect(leads.some(matches)).toBe(true);
  });

  test('has a due call and two later ones, on open leads', () => {
    const calls = leads.filter((it) => it.call_back && !it.outcome);
    const times = calls.map((it) => Date.parse(it.call_back?.at ?? ''));
    expect(times.filter((it) => it < Date.now())).toHaveLength(1);
    expect(times.filter((it) => it > Date.now())).toHaveLength(2);
  });

  test('has leads of all industries and both forms, and names no real person', () => {
    expect(new Set(leads.map((it) => it.industry))).toEqual(
      new Set(knownIndustries().map(({ value }) => value)),
    );
    expect(new Set(leads.map((it) => it.source)).size).toBe(2);
    for (const { email, phone } of leads) {
      expect(email).toMatch(/^[a-z.]+@([a-z-]+\.)?example\.com$/);
      expect(phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
    }
  });

  test('ignores all addresses in .env, leaves .data alone, and removes its own data', async () => {
    expect(demo.output).toContain('Deliveries, notices and alerts arrive here and are printed.');
    await post(demo.port, api.submitContact, fromAnother());
    await demo.says(/New lead: /);
    expect(await readdir(fixture.root)).not.toContain('.data');
    demo.signalGroup('SIGINT');
    expect(await demo.exit).toEqual({ code: 0, signal: null });
    expect(webhook.arrivals).toEqual([]);
  });

  test('leaves no data behind when it is stopped while it fills its inbox', async () => {
    const env = { TMPDIR: fixture.path('tmp') };
    await using stopped = new RunningSite(fixture.root, { command, env });
    await expect.poll(foldersOfDemos, { timeout: 20_000 }).not.toEqual([]);
    stopped.signalGroup('SIGINT');
    expect(await stopped.exit).toEqual({ code: 0, signal: null });
    expect(await foldersOfDemos()).toEqual([]);
  });

  test.each([
    [{ SUBMIT_LIMIT: 'many' }, 'SUBMIT_LIMIT must look'],
    [
      { FIREBASE_SERVICE_ACCOUNT: '{}', PUBLIC_FIREBASE_API_KEY: 'k' },
      'The settings name a Firebase project, ',
    ],
  ])('says why it can’t start with %j, and leaves no data behind', async (more, sentence) => {
    const env = { TMPDIR: fixture.path('tmp'), ...more };
    await using refused = new RunningSite(fixture.root, { command, env });
    expect(await refused.exit).toEqual({ code: 1, signal: null });
    expect(refused.output).toContain(sentence);
    expect(await foldersOfDemos()).toEqual([]);
  });
});
