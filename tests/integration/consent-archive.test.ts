import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { submitContact } from '../../functions/intake/submit-contact.ts';
import { archiveSite, earlierArchive } from '../../scripts/build/consent-archive.ts';
import { headersFile } from '../../scripts/build/headers-file.ts';
import { listenOnLocalhost } from '../../scripts/serve/listen.ts';
import { sha256 } from '../../src/shared/sha256.ts';
import { fields as plainForm } from '../support/builders/filled-in.ts';
import { aSubmission, post, postForm } from '../support/builders/requests.ts';
import { deployOf, markIn, none } from '../support/worlds/archive-world.ts';
import { aWorld } from '../support/worlds/world.ts';

test('a receipt has the hash of the page that was served and its deploy, also after a later deploy', async () => {
  const first = await deployOf('I agree.', 'one');
  const second = await deployOf('I agree to more.', 'two', first.archive);
  const same = await deployOf('I agree to more.', 'three', second.archive);
  expect(same.contact).toBe(second.contact);
  const isCurrent = (html: string) => same.archive.pages[markIn(html)]?.current;
  expect([first.contact, second.contact].map(isCurrent)).toEqual([false, true]);
  const { archive } = same;
  await using world = aWorld({ consentPage: (mark) => Promise.resolve(archive.pages[mark]) });
  for (const [page, deploy] of [
    [first.contact, 'one'],
    [second.contact, 'two'],
  ] as const) {
    const lead = { ...aSubmission(), page: markIn(page), ticked: false, open_ms: 41_000 };
    expect((await submitContact(post('/api/submit-contact', lead), world.deps)).status).toBe(201);
    const receipt = (await world.store.get(lead.id))?.consent;
    const page_sha256 = await sha256(page);
    expect(receipt).toMatchObject({ page_sha256, deploy, ticked: false, open_ms: 41_000 });
    expect(archive.files.get(page_sha256)).toBe(page);
  }
});

test('a receipt of a plain form says that the visitor ticked the box, unless it may have come back ticked', async () => {
  const { contact, again, archive } = await deployOf('I agree.', 'one');
  await using world = aWorld({ consentPage: (mark) => Promise.resolve(archive.pages[mark]) });
  const receipts = [];
  for (const [message, html] of [
    ['From the page', contact],
    ['From the refused form', again],
    ['From nowhere', undefined],
  ] as const) {
    const form = postForm({ ...plainForm, message, page: markIn(html) });
    expect((await submitContact(form, world.deps)).status).toBe(303);
    const [newest] = (await world.store.page({ filter: { q: 'dana' }, limit: 9 })).records.filter(
      (it) => it.message === message,
    );
    receipts.push([newest?.consent.ticked, typeof newest?.consent.page_sha256]);
  }
  expect(receipts).toEqual([
    [true, 'string'],
    [null, 'string'],
    [null, 'object'],
  ]);
  // The same words are the same lead, whichever deploy's page they came from.
  const later = postForm({ ...plainForm, message: 'From the page', page: 'another' });
  await submitContact(later, world.deps);
  expect((await world.store.page({ filter: {}, limit: 9 })).records).toHaveLength(3);
});

test.each([
  { page: 'x'.repeat(65), ticked: 'yes', open_ms: -1 },
  { page: 7, open_ms: 1e300 },
  { page: null, open_ms: 'long' },
])('what can’t be true costs no lead, and the receipt has none of %j', async (sent) => {
  await using world = aWorld();
  const lead = { ...aSubmission(), ...sent };
  expect((await submitContact(post('/api/submit-contact', lead), world.deps)).status).toBe(201);
  const { page_sha256, ticked, open_ms } = (await world.store.get(lead.id))?.consent ?? {};
  expect([page_sha256, ticked, open_ms]).toEqual([null, null, null]);
});

test('an archived page is not listed, runs nothing and sends nothing', async () => {
  const { contact } = await deployOf('I agree.', 'one');
  const pages = new Map([['consent/abc.html', contact]]);
  const text = await headersFile(pages, {});
  const rules = text.slice(text.indexOf('\n/consent/abc\n'));
  expect(rules).toMatch(/x-robots-tag: noindex/);
  expect(rules).toMatch(/default-src 'none'.+form-action 'none'.+style-src 'sha256-/);
  expect(rules).not.toMatch(/script-src/);
});

test.each([
  [{}, undefined],
  [{ URL: 'https://live.example' }, undefined],
  [{ NETLIFY: 'true', URL: 'https://live.example' }, 'https://live.example'],
  [{ NETLIFY: 'true', URL: 'https://live.example', CONSENT_ARCHIVE: '' }, ''],
  [{ CONSENT_ARCHIVE: 'https://4f2a--live.example' }, 'https://4f2a--live.example'],
])('with %j, the archive is copied from %j', (env, site) => {
  expect(archiveSite(env)).toBe(site);
});

test('a deploy takes over the archive of the site, and refuses one that was changed or can not be read', async () => {
  const { contact, archive } = await deployOf('I agree.', 'one');
  const hash = await sha256(contact);
  const published = new Map<string, string>();
  let status = 404;
  await using server = createServer(({ url = '' }, response) => {
    const body = published.get(url.replace('/consent/', ''));
    response.writeHead(body === undefined ? status : 200).end(body);
  });
  const site = `http://127.0.0.1:${await listenOnLocalhost(server, 0)}`;
  expect(await earlierArchive(site)).toEqual(none);
  published.set('consent-pages.json', JSON.stringify(archive.pages));
  for (const [name, html] of archive.files) published.set(`${name}.html`, html);
  expect(await earlierArchive(site)).toEqual(archive);
  published.set(`${hash}.html`, `${contact} `);
  await expect(earlierArchive(site)).rejects.toThrow(/^The archive of consent pages could not/);
  published.clear();
  status = 500;
  await expect(earlierArchive(site)).rejects.toThrow(/^The archive of consent pages could not/);
});
