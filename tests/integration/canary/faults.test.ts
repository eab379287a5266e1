import { expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { fields } from '../../support/builders/filled-in.ts';
import { postForm } from '../../support/builders/requests.ts';
import { contactPage as page, siteWith } from '../../support/worlds/watch-world.ts';
import { sqliteEngine } from '../../support/worlds/each-engine.ts';

type Site = Awaited<ReturnType<typeof siteWith>>;
const html =
  (text: string, headers = {}) =>
  () =>
    new Response(text, { headers });
const archived = { sha256: '', deploy: null, starts_empty: true };
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
    'a page without a form',
    'The contact page has no form.',
    ({ answers }) => (answers['/contact'] = html('<form action="/search"></form>')),
  ],
  [
    'a consent version that is not known',
    'The form names a consent text that the site does not know.',
    ({ answers }) =>
      (answers['/contact'] = html(page.replace(currentConsent.version, '1999-01-01'))),
  ],
  [
    'a function that answers 500',
    'The form is answered with 500 and no thank-you page.',
    ({ answers }) => (answers['/api/submit-contact'] = () => new Response(null, { status: 500 })),
  ],
  [
    'thanks for nothing',
    'The lead is not in the store, although it was accepted.',
    ({ answers }) =>
      (answers['/api/submit-contact'] = () =>
        new Response(null, { status: 303, headers: { location: '/thank-you' } })),
  ],
  [
    'a store that is gone',
    'The store can’t be read or written.',
    (_, store) => (store.get = readOnly),
  ],
  [
    'a rate limit that is full',
    'The form is answered with 429 and no thank-you page.',
    async ({ deps }) => {
      deps.submitLimit = { count: 1, windowMs: 60_000 };
      await submitContact(postForm(fields), deps);
    },
  ],
  [
    'a page from a cache, a week old',
    'The contact page is from an earlier deploy: a cache kept it.',
    ({ deps }) => (deps.consentPage = () => Promise.resolve({ ...archived, current: false })),
  ],
];

test.each(faults)('the canary meets %s', async (_, sentence, plant) => {
  const store = (await sqliteEngine()).open();
  const site = await siteWith(store);
  await plant(site, store);
  expect(await site.visit()).toBe(sentence);
  expect(site.receiver.arrivals.filter(({ body }) => body.includes('CANARY'))).toEqual([]);
});

test('a page that did not change for a week may come from a cache', async () => {
  const site = await siteWith((await sqliteEngine()).open());
  site.deps.consentPage = () => Promise.resolve({ ...archived, current: true });
  site.answers['/contact'] = html(page, { age: String(7 * 24 * 3600) });
  expect(await site.visit()).toBeUndefined();
});
