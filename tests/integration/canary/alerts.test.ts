import { expect, test } from 'vitest';
import { canary } from '../../../functions/canary/canary.ts';
import type { Deps } from '../../../functions/deps.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { keyedHasher } from '../../../functions/intake/keyed-hash.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { openWatch } from '../../../functions/watch/look.ts';
import { openHealth } from '../../../functions/watch/health.ts';
import { api } from '../../../src/shared/api.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { healthReportSchema } from '../../../src/shared/health.ts';
import { fields } from '../../support/builders/filled-in.ts';
import { bearer, get, post, postForm } from '../../support/builders/requests.ts';
import { aReceiver, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { netlifyLogin } from '../../support/servers/deployment/netlify-login.ts';
import { contactAssets, siteWith, contactPage as page } from '../../support/worlds/watch-world.ts';
import { noAlerts } from '../../support/worlds/world.ts';

const minute = 60_000;
const healthToken = 'a-token-of-the-tests-and-of-nobody';
const monitor = bearer(healthToken);
const noForm = 'The contact page has no form.';

/** An hour passes, then a visit ends like this, then the watch runs. */
async function hourly() {
  const chat = await aReceiver();
  const targets = [{ url: chat.url, secrets: [], allowPrivate: true }];
  const { deps } = await siteWith((await sqliteEngine()).open(), {
    healthToken,
    alerts: { ...noAlerts, targets, watchesSilence: false },
  });
  const watch = openWatch();
  let time = Date.now();
  deps.now = () => new Date(time);
  const later = async (ms: number) => {
    time += ms;
    await watch(deps);
    return chat.news();
  };
  return {
    deps,
    chat,
    later,
    store: await deps.store(),
    pass: (ms: number) => (time += ms),
    /** Returns the alerts that result. */
    visit: async (failure?: string) => {
      time += 55 * minute;
      await watch(deps);
      await canary(deps, () => Promise.resolve(failure));
      return later(5 * minute);
    },
  };
}

test('the second failure in a row is an alert with its step, and the next success ends it', async () => {
  const { visit } = await hourly();
  expect(await visit(noForm)).toEqual([]);
  expect(await visit(noForm)).toMatchObject([expect.stringContaining(noForm)]);
  expect(await visit(noForm)).toEqual([]);
  expect(await visit()).toMatchObject([
    expect.stringContaining('The canary is running again, and the form works.'),
  ]);
  expect(await visit()).toEqual([]);
});

test('a watch that stopped for 20 minutes is reported by the canary, and by health at once', async () => {
  const { deps, store, chat, later, pass } = await hourly();
  const ask = async () => {
    const answer = await openHealth()(get(api.health), deps);
    return [answer.status, await answer.json()] as unknown[];
  };
  await later(0);
  pass(15 * minute);
  expect(await ask()).toEqual([200, { status: 'ok' }]);
  pass(5 * minute);
  expect(await ask()).toEqual([503, { status: 'not ok', why: 'schedule' }]);
  await canary(deps, () => Promise.resolve(undefined));
  expect(chat.news()).toMatchObject([expect.stringContaining('The check for trouble has stopped')]);
  await canary(deps, () => Promise.resolve(undefined));
  expect(chat.news()).toEqual([]);
  expect(await later(minute)).toMatchObject([expect.stringContaining('The checks run again.')]);
  expect(await ask()).toEqual([200, { status: 'ok' }]);
  expect((await store.watch()).troubles).toEqual([]);
});

const reported = async (deps: Deps) => {
  const answer = await openHealth()(get(api.health, monitor), deps);
  return { code: answer.status, ...healthReportSchema.parse(await answer.json()) };
};

test('health fails when the canary has not come for three hours', async () => {
  const { deps, later, visit } = await hourly();
  await visit();
  await later(175 * minute);
  const canary_seconds = 180 * 60;
  expect(await reported(deps)).toMatchObject({ code: 200, looked_seconds: 0, canary_seconds });
  await later(minute);
  expect(await reported(deps)).toMatchObject({ code: 503, why: 'canary', looked_seconds: 0 });
});

test('a visit that the schedule makes twice at the same time fails once', async () => {
  const { deps } = await siteWith((await sqliteEngine()).open());
  const failing = () => Promise.resolve(noForm);
  await Promise.all([canary(deps, failing), canary(deps, failing)]);
  expect((await (await deps.store()).watch()).canary).toMatchObject({ failures: 1 });
});

test('health says whether the canary’s visits fail', async () => {
  const { deps, visit: comes } = await hourly();
  const ask = async (of: Deps) => (await reported(of)).canary;
  expect(await ask(deps)).toBe('ok');
  await comes(noForm);
  expect(await ask(deps)).toBe('ok');
  await comes(noForm);
  expect(await ask(deps)).toBe('failing');
  expect(await ask({ ...deps, canary: { isOn: false } })).toBe('off');
});

type Site = Awaited<ReturnType<typeof siteWith>>;
const html = (text: string) => () => new Response(text);
const readOnly = () => Promise.reject(new StoreUnavailable('read-only'));

const faults: [string, string, (site: Site, store: Store) => unknown][] = [
  [
    'a page that does not come',
    'The contact page answers 404.',
    ({ answers }) => (answers['/contact'] = () => new Response(null, { status: 404 })),
  ],
  [
    'a site that is down',
    '/contact could not be reached.',
    ({ answers }) => (answers['/contact'] = () => Promise.reject(new Error('down'))),
  ],
  [
    'a private project',
    'The project on Netlify is private: visitors get a login page.',
    ({ answers }) => (answers['/contact'] = () => new Response(netlifyLogin.body, netlifyLogin)),
  ],
  [
    'a page without a form',
    noForm,
    ({ answers }) => (answers['/contact'] = html('<form action="/search"></form>')),
  ],
  [
    'a form that goes elsewhere',
    'The form is not sent to /api/submit-contact, but to a different address.',
    ({ answers }) =>
      (answers['/contact'] = html(page.replace('/api/submit-contact', '/api/older'))),
  ],
  [
    'a form without a field',
    'The form has no field for “Phone”.',
    ({ answers }) => (answers['/contact'] = html(page.replace('<input name="phone"/>', ''))),
  ],
  ...Object.keys(contactAssets).map((path): (typeof faults)[number] => {
    const kind = path.endsWith('css') ? 'style' : 'script';
    return [
      `${path} gone`,
      `The ${kind} ${path} of /contact answers 404.`,
      ({ answers }) => (answers[path] = () => new Response(null, { status: 404 })),
    ];
  }),
  [
    'a page in place of a script',
    'The script /_astro/client.js of /contact comes as text/html.',
    ({ answers }) =>
      (answers['/_astro/client.js'] = () =>
        new Response(null, { headers: { 'content-type': 'text/html' } })),
  ],
  [
    'a form that looks like spam',
    'The form is answered with 422. This form would be held as spam.',
    ({ answers, deps }) => {
      answers['/api/submit-contact'] = async (request) =>
        submitContact(
          post(api.submitContact, { ...((await request.json()) as object), website: 'x' }),
          deps,
        );
    },
  ],
  [
    'a consent version that is not known',
    'The form names a consent text that the site does not know.',
    ({ answers }) =>
      (answers['/contact'] = html(page.replace(currentConsent.version, '1999-01-01'))),
  ],
  [
    'a function that answers 500',
    'The form is answered with 500.',
    ({ answers }) => (answers['/api/submit-contact'] = () => new Response(null, { status: 500 })),
  ],
  [
    'a site that has another key',
    'The site treated the canary as a visitor, so it stored its form as a lead.',
    ({ answers, deps }) =>
      (answers['/api/submit-contact'] = (request) =>
        submitContact(request, { ...deps, keyedHash: keyedHasher({ privateKey: 'of another' }) })),
  ],
  [
    'a store that is gone',
    'The form is answered with 503. This is not working right now. Please try again in a few minutes.',
    (_, store) => (store.rehearse = readOnly),
  ],
  [
    'a rate limit that is full',
    'The form is answered with 429. Too many requests came from your network. Please try again in a minute.',
    async ({ deps }) => {
      deps.submitLimit = { count: 1, windowMs: 60_000 };
      await submitContact(postForm(fields), deps);
    },
  ],
];

test.each(faults)('the canary handles %s', async (_, sentence, plant) => {
  const store = (await sqliteEngine()).open();
  const site = await siteWith(store);
  await plant(site, store);
  expect(await site.visit()).toBe(sentence);
  expect(site.receiver.arrivals.filter(({ body }) => body.includes('CANARY'))).toEqual([]);
});
