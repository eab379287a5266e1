/** What fails in visitors' browsers, from the call of a browser to the alert. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerPublic } from '../../../functions/public.ts';
import { formTroubleIn, readBrowserReports } from '../../../functions/watch/browser-reports.ts';
import { openWatch } from '../../../functions/watch/look.ts';
import { showAlerts } from '../../../functions/watch/alerts.ts';
import { api } from '../../../src/shared/api.ts';
import { storeItems } from '../../../scripts/transfer/export.ts';
import { aReceiver, eachEngine, type MakeEngine } from '../../support/worlds/each-engine.ts';
import { bearer, get, origin, post } from '../../support/builders/requests.ts';
import { noAlerts, worldWith } from '../../support/worlds/world.ts';

const agents = {
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
};

const hour = 3_600_000;

const violation = (body: object, url = `${origin}/contact?q=Dana#x`) => ({
  type: 'csp-violation',
  age: 5,
  url,
  user_agent: 'of the report',
  body: { effectiveDirective: 'script-src-elem', disposition: 'enforce', ...body },
});

async function openBrowserWorld(makeEngine: MakeEngine) {
  const chat = await aReceiver();
  const store = (await makeEngine()).open();
  let time = Date.UTC(2026, 2, 2, 15);
  const targets = [{ url: chat.url, secrets: [], allowPrivate: true }];
  const world = worldWith(store, {
    now: () => new Date(time),
    submitLimit: { count: 30, windowMs: 600_000 },
    alerts: { ...noAlerts, targets, watchesSilence: false },
    verify: () => Promise.resolve({ uid: 'ada', email: 'ada@example.com' }),
  });
  await store.grantRole('ada', 'admin');
  const watch = openWatch();
  const send = async (
    reports: unknown,
    { ip = '203.0.113.9', agent = agents.safari, type = 'application/reports+json' } = {},
  ) => {
    const headers = { 'content-type': type, 'user-agent': agent };
    const answer = await answerPublic(post(api.reports, reports, headers), { ...world, ip });
    return answer.status;
  };
  return {
    world,
    store,
    send,
    /** The same report from this many networks. */
    crowd: async (count: number, type: string, at: { agent?: string; page?: string } = {}) => {
      const { agent = agents.safari, page = '/contact' } = at;
      for (let i = 0; i < count; i += 1) {
        const ip = `198.51.${type === 'form-works' ? 100 : 101}.${i}`;
        expect(await send([{ type, url: page }], { ip, agent })).toBe(204);
      }
    },
    pass: (ms: number) => (time += ms),
    today: async () => (await store.browserReports([new Date(time).toISOString().slice(0, 10)]))[0],
    failures: async () => [formTroubleIn(await readBrowserReports(store, world)) ?? []].flat(),
    /** The alerts that the next run of the watch sends to the chat. */
    news: async () => {
      time += 300_000;
      await watch(world);
      return chat.news();
    },
    alarms: async () =>
      (await (await showAlerts(get(api.alerts, bearer('token')), world)).json()) as {
        troubles: { kind: string; what: string }[];
      },
  };
}

eachEngine('reports of browsers', (makeEngine) => {
  test('a form that fails in more than a tenth of ten visits is an alert, and among the inbox’s alarms', async () => {
    const site = await openBrowserWorld(makeEngine);
    await site.crowd(28, 'form-works');
    expect(await site.news()).toEqual([]);
    await site.crowd(12, 'form-failed');
    const what = "The form fails in visitors' browsers: Safari 17, /contact, 12 of 40 visits.";
    expect(await site.news()).toMatchObject([expect.stringContaining(what)]);
    expect((await site.alarms()).troubles).toMatchObject([{ kind: 'browsers', what }]);
    site.pass(48 * hour);
    expect(await site.news()).toMatchObject([expect.stringContaining('This is over')]);
  });

  test('60 failure reports from one network do not raise an alarm', async () => {
    const site = await openBrowserWorld(makeEngine);
    await site.crowd(9, 'form-works');
    const answers: number[] = [];
    for (let i = 0; i < 60; i += 1)
      answers.push(await site.send([{ type: 'form-failed', url: '/contact' }]));
    expect(answers.filter((status) => status === 204)).toHaveLength(30);
    expect(answers.slice(30).every((status) => status === 429)).toBe(true);
    site.pass(600_000);
    await site.send([{ type: 'form-failed', url: '/contact' }], { ip: '203.0.113.9' });
    expect((await site.today())?.visits).toHaveLength(10);
    expect(await site.failures()).toEqual([]);
    expect(await site.news()).toEqual([]);
  });

  test('60 success reports from the addresses of one network do not hide an alarm', async () => {
    const site = await openBrowserWorld(makeEngine);
    await site.crowd(8, 'form-works');
    await site.crowd(2, 'form-failed');
    const before = await site.failures();
    expect(before).toMatchObject([expect.stringContaining('2 of 10 visits')]);
    for (let i = 0; i < 60; i += 1)
      await site.send([{ type: 'form-works', url: '/contact' }], { ip: `2001:db8:0:${i}::1` });
    expect(await site.failures()).toMatchObject([expect.stringContaining('2 of 11 visits')]);
  });

  test('a failure replaces the success that the same network reported that day, and stays', async () => {
    const site = await openBrowserWorld(makeEngine);
    for (const type of ['form-works', 'form-failed', 'form-works'])
      await site.send([{ type, url: '/contact' }]);
    expect((await site.today())?.visits).toMatchObject([{ page: '/contact', failed: true }]);
    site.pass(24 * hour);
    await site.send([{ type: 'form-works', url: '/contact' }]);
    expect((await site.today())?.visits).toMatchObject([{ failed: false }]);
  });

  test('a report stores and logs no data of a person, of another site or of an address', async () => {
    const site = await openBrowserWorld(makeEngine);
    const sent = [
      violation({ blockedURL: 'https://tracker.example/dana@example.com?id=7', lineNumber: 3 }),
      violation({ blockedURL: 'chrome-extension://dana/inject.js' }),
      violation({ blockedURL: 'inline', sourceFile: `${origin}/contact?name=Dana` }),
      violation({ blockedURL: `${origin}/_astro/dana@example.com.js` }),
      violation({ blockedURL: `${origin}/_astro/ContactForm.7RZgRrg4.js?dana` }),
      violation({ blockedURL: 'eval', lineNumber: 7135550142 }, 'https://dana.example/7135550142'),
      {
        type: 'island-failed',
        url: '/dana-roe',
        body: { file: `${origin}/dana`, line: 7, message: 'Dana' },
      },
      { type: 'form-failed', url: '/dana', name: 'Dana' },
      { type: 'deprecation', url: `${origin}/contact`, body: { id: 'Dana' } },
      'Dana',
      null,
    ];
    expect(await site.send(sent)).toBe(204);
    const failures = (await site.today())?.failures.map(({ kind, page, file, line }) =>
      [kind, page, file, line].join(' '),
    );
    expect(failures).toEqual([
      'csp-violation /contact another site 3',
      'csp-violation /contact an extension ',
      'csp-violation /contact inline ',
      'csp-violation /contact unknown ',
      'csp-violation /contact /_astro/ContactForm.7RZgRrg4.js ',
      'csp-violation another page eval ',
      'island-failed another page the page 7',
      'form-failed another page unknown ',
    ]);
    const kept = JSON.stringify([await site.today(), site.world.logged]);
    expect(kept).not.toMatch(/dana|tracker|7135550142|203\.0\.113/i);
    expect(site.world.logged).toContainEqual({
      event: 'browser-report',
      kind: 'csp-violation',
      page: '/contact',
      file: 'another site',
      line: 3,
      browser: 'Safari 17',
    });
    expect((await Array.fromAsync(storeItems(site.store))).flat()).toMatchObject([
      { kind: 'role' },
    ]);
  });

  test('each page of the site is named', async () => {
    const site = await openBrowserWorld(makeEngine);
    const built = [
      ...globSync('**/*.astro', { cwd: 'src/pages' }),
      ...globSync('*.yaml', { cwd: 'site/legal' }),
    ].filter((file) => !/\[|404|form-again/.test(file));
    const paths = built.map((file) => `/${file.replace(/(?:^index)?\.\w+$/, '')}`).toSorted();
    for (const path of paths) await site.send([violation({ blockedURL: 'inline' }, origin + path)]);
    const named = (await site.today())?.failures.map(({ page }) => page);
    expect(named).toEqual(paths);
  });

  test('a policy violation does not count as a failed visit, and is reported where the form fails', async () => {
    const site = await openBrowserWorld(makeEngine);
    const script = violation({ blockedURL: `${origin}/_astro/ContactForm.7RZgRrg4.js` });
    const noise = violation({ blockedURL: 'chrome-extension://x/y.js' });
    for (let i = 0; i < 20; i += 1) await site.send([script, noise], { ip: `192.0.2.${i}` });
    expect((await site.today())?.visits).toEqual([]);
    expect(await site.failures()).toEqual([]);
    await site.crowd(10, 'form-failed');
    expect(await site.failures()).toMatchObject([
      expect.stringMatching(/10 of 10 visits\. The content security policy .+ 20 times\.$/),
    ]);
  });

  test('reports in Firefox’s older format are accepted', async () => {
    const site = await openBrowserWorld(makeEngine);
    const report = {
      'csp-report': {
        'document-uri': `${origin}/pricing`,
        'blocked-uri': 'inline',
        'line-number': 12,
      },
    };
    expect(await site.send(report, { type: 'application/csp-report' })).toBe(204);
    expect((await site.today())?.failures).toMatchObject([
      { kind: 'csp-violation', page: '/pricing', file: 'inline', line: 12, count: 1 },
    ]);
  });

  test('a report that is too large, not JSON or of another type is refused without a call to the store', async () => {
    const site = await openBrowserWorld(makeEngine);
    const asked: string[] = [];
    const { store } = site.world;
    site.world.store = () => (asked.push('store'), store());
    const large = [violation({ blockedURL: 'x'.repeat(16 * 1024) })];
    expect(await site.send(large)).toBe(413);
    expect(await site.send('{')).toBe(400);
    expect(await site.send([], { type: 'text/plain' })).toBe(415);
    expect(await site.send([{ type: 'deprecation' }])).toBe(204);
    const { status } = await answerPublic(get(api.reports), site.world);
    expect(status).toBe(405);
    expect(asked).toEqual([]);
  });
});
