import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { ConfigError } from '../../../functions/settings/variables.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { aSubmission, origin, post } from '../../support/builders/requests.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { aWorld, webhookAt } from '../../support/worlds/world.ts';

const path = '/api/submit-contact';
const submit = (body: unknown, headers?: Record<string, string>) => post(path, body, headers);

describe('a submission', () => {
  test('is stored completely before it is answered', async () => {
    await using world = aWorld();
    const lead = aSubmission({ name: '  Zoë  ', message: '' });
    const request = submit(lead, { referer: `${origin}/contact`, 'user-agent': 'A browser' });
    const response = await submitContact(request, world.deps);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ id: lead.id });
    expect(await world.store.get(lead.id)).toEqual({
      id: lead.id,
      name: 'Zoë',
      email: lead.email,
      phone: lead.phone,
      company: lead.company,
      industry: lead.industry,
      message: null,
      consent_marketing: true,
      created_at: '2026-03-02T15:04:05.678Z',
      source: 'contact_page',
      delivery: { state: 'off' },
      attempts: [],
      consent: {
        version: currentConsent.version,
        sha256: createHash('sha256').update(currentConsent.text).digest('hex'),
        at: '2026-03-02T15:04:05.678Z',
        page_url: `${origin}/contact`,
        ip: '203.0.113.9',
        user_agent: 'A browser',
        page_sha256: null,
        deploy: null,
        ticked: null,
        open_ms: null,
      },
      tries: 0,
      lease: null,
      answered: null,
      archived: false,
      attribution: null,
      phone_e164: '+17135550142',
    });
  });

  test('has one line in every field but its message', async () => {
    await using world = aWorld();
    const lead = aSubmission({ name: 'Ann\r\nBcc: all@example.com', company: 'Loe\tRoofing' });
    await submitContact(submit({ ...lead, message: 'one\ntwo' }), world.deps);
    expect(await world.store.get(lead.id)).toMatchObject({
      name: 'Ann Bcc: all@example.com',
      company: 'Loe Roofing',
      message: 'one\ntwo',
    });
  });

  test('is stored with where it came from, and what is wrong there refuses no lead', async () => {
    await using world = aWorld();
    const attribution = { utm_source: 'google', utm_term: 'x'.repeat(201), quoted_price: 50 };
    for (const sent of [attribution, 'google', null]) {
      const lead = { ...aSubmission(), attribution: sent };
      expect((await submitContact(submit(lead), world.deps)).status).toBe(201);
      expect((await world.store.get(lead.id))?.attribution).toEqual(
        sent === attribution ? { utm_source: 'google', quoted_price: 50 } : null,
      );
      // The visitor may have looked at another price between two tries.
      const again = { ...lead, attribution: { quoted_price: 85 } };
      expect((await submitContact(submit(again), world.deps)).status).toBe(200);
    }
  });

  test('is delivered once, after the answer', async () => {
    await using receiver = await Receiver.open();
    const webhook = webhookAt(receiver.url);
    await using world = aWorld({ webhook });
    const release = receiver.hold();
    const lead = aSubmission();
    expect((await submitContact(submit(lead), world.deps)).status).toBe(201);
    expect((await world.store.get(lead.id))?.delivery.state).toBe('pending');
    release();
    await world.settle();
    expect((await world.store.get(lead.id))?.delivery.state).toBe('delivered');
    expect(receiver.of(lead.id)).toHaveLength(1);
  });

  test.each([
    ['waits for a webhook that is misconfigured', 'wrong', 'pending'],
    ['waits for a webhook that is not set', 'missing', 'pending'],
    ['is not sent where no webhook is wanted', 'off', 'off'],
  ] as const)('%s', async (_, state, delivery) => {
    await using world = aWorld({ webhook: { state } });
    const lead = aSubmission();
    expect((await submitContact(submit(lead), world.deps)).status).toBe(201);
    expect((await world.store.get(lead.id))?.delivery.state).toBe(delivery);
  });

  test('that a bot filled in is thanked for, held and not delivered', async () => {
    await using receiver = await Receiver.open();
    const webhook = webhookAt(receiver.url);
    await using world = aWorld({ webhook });
    const lead = aSubmission({ website: 'https://spam.example' });
    const response = await submitContact(submit(lead), world.deps);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ id: lead.id });
    await world.settle();
    expect((await world.store.get(lead.id))?.delivery).toEqual({
      state: 'held',
      reasons: ['honeypot'],
    });
    expect(receiver.arrivals).toEqual([]);
  });

  test('is stored completely or not at all when the store is unreachable', async () => {
    const store = () => Promise.reject(new StoreUnavailable('The disk of host 10.1.2.3 is full'));
    await using world = aWorld({ store });
    const response = await submitContact(submit(aSubmission()), world.deps);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      error: 'This is not working right now. Please try again in a few minutes.',
    });
  });

  test('is refused without a time to try again while the site isn’t set up', async () => {
    const store = () => Promise.reject(new ConfigError('Set FIREBASE_SERVICE_ACCOUNT.'));
    await using world = aWorld({ store });
    const response = await submitContact(submit(aSubmission()), world.deps);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, null]);
    expect(await response.json()).toEqual({
      error: 'This site isn’t set up yet.',
      reason: 'not-set-up',
    });
  });

  test('that hits a bug of ours is answered without its details', async () => {
    const store = () => Promise.reject(new TypeError('secret.x is not a function'));
    await using world = aWorld({ store });
    const response = await submitContact(submit(aSubmission()), world.deps);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    // An unknown error may quote the visitor, so the log has only its name and place.
    expect(JSON.stringify(world.events)).toMatch(/TypeError at .*submit\.test\.ts/);
    expect(JSON.stringify(world.events)).not.toContain('secret');
  });

  test('logs nothing about the person', async () => {
    await using world = aWorld();
    const lead = aSubmission();
    await submitContact(submit(lead), world.deps);
    const written = JSON.stringify(world.events);
    expect(written).toContain(lead.id);
    for (const value of [lead.name, lead.email, lead.phone, lead.company, lead.message]) {
      expect(written).not.toContain(value);
    }
  });

  test.each([
    ['an address elsewhere', 'https://other.example/contact', null],
    ['no address', 'nonsense', null],
    ['one of ours', `${origin}/tree-service?utm=1`, `${origin}/tree-service?utm=1`],
  ])('remembers the page that it came from: %s', async (_, referer, expected) => {
    await using world = aWorld();
    const lead = aSubmission();
    await submitContact(submit(lead, { referer }), world.deps);
    expect((await world.store.get(lead.id))?.consent.page_url).toBe(expected);
  });
});

test('a submission remembers no more than the beginning of a long address and browser name', async () => {
  await using world = aWorld();
  const lead = aSubmission();
  const page = `${origin}/contact?utm=`;
  const headers = { referer: page + 'x'.repeat(3000), 'user-agent': 'y'.repeat(900) };
  await submitContact(submit(lead, headers), world.deps);
  expect((await world.store.get(lead.id))?.consent).toMatchObject({
    page_url: page.padEnd(2000, 'x'),
    user_agent: 'y'.repeat(500),
  });
});

test('a submission comes without a browser name or a page if the browser sends none', async () => {
  await using world = aWorld();
  const lead = aSubmission();
  await submitContact(submit(lead), world.deps);
  expect((await world.store.get(lead.id))?.consent).toMatchObject({
    page_url: null,
    user_agent: null,
  });
});

describe('the log of submissions', () => {
  test('says what happened to each, by its id', async () => {
    await using world = aWorld();
    const lead = aSubmission();
    await submitContact(submit(lead), world.deps);
    await submitContact(submit(lead), world.deps);
    await submitContact(submit({ ...lead, name: 'Another' }), world.deps);
    expect(world.events).toEqual([
      { event: 'submission', id: lead.id, delivery: 'off' },
      { event: 'submission-known', id: lead.id },
      { event: 'id-taken', id: lead.id },
    ]);
  });

  test('says which one could not be stored', async () => {
    await using world = aWorld();
    const lead = aSubmission();
    const create = () => Promise.reject(new StoreUnavailable('no disk'));
    const store = Object.assign(Object.create(world.store) as Store, { create });
    const deps = { ...world.deps, store: () => Promise.resolve(store) };
    expect((await submitContact(submit(lead), deps)).status).toBe(503);
    expect(world.events).toContainEqual({ event: 'submission-not-stored', id: lead.id });
  });
});

describe('a refusal', () => {
  const refused = async (request: Request) => {
    await using world = aWorld();
    const response = await submitContact(request, world.deps);
    const { records } = await world.store.page({ filter: {}, limit: 1 });
    expect(records).toEqual([]);
    return { response, body: (await response.json()) as unknown };
  };

  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: '', email: 'x' }, 'name', 'Name is required'],
    [{ email: 'ann@' }, 'email', 'Invalid email address'],
    [{ phone: '' }, 'phone', 'Phone is required'],
    [{ company: undefined }, 'company', 'Company name is required'],
    [{ industry: '' }, 'industry', 'Industry is required'],
    [
      { consent_marketing: false },
      'consent_marketing',
      'You must consent to receive notifications and promotional messages',
    ],
    [{ name: 'x'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
    [{ message: 'x'.repeat(1001) }, 'message', 'Message must be at most 1000 characters'],
    [{ name: 'a\0b' }, 'name', "Name has characters that can't be read"],
    [{ company: 'half \ud83d' }, 'company', "Company name has characters that can't be read"],
    [{ id: undefined }, 'id', 'The submission has no valid id'],
    [{ id: 'x' }, 'id', 'The submission has no valid id'],
    [{ id: '00000000-0000-0000-0000-000000000000' }, 'id', 'The submission has no valid id'],
    [{ name: '\u200b\u2066' }, 'name', 'Name is required'],
    [{ company: 'a\u001bb' }, 'company', "Company name has characters that can't be read"],
    [{ source: 'elsewhere' }, 'source', 'The submission has no valid source'],
    [
      { consent_version: '1999-01-01' },
      'consent_version',
      'This consent text is out of date. Please reload the page.',
    ],
  ])('names the first rule that failed: %j', async (different, field, error) => {
    const { response, body } = await refused(submit(aSubmission(different)));
    expect(response.status).toBe(422);
    expect(body).toEqual({ error, field });
  });

  test.each([
    ['no JSON', submit('{'), 400],
    ['no object', submit('[]'), 400],
    ['null', submit('null'), 400],
    [
      'bytes that are no text',
      new Request(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array([0x22, 0xff, 0x22]),
      }),
      400,
    ],
    ['another type', submit(aSubmission(), { 'content-type': 'text/plain' }), 415],
    ['no type', submit(aSubmission(), { 'content-type': '' }), 415],
    [
      'another charset',
      submit(aSubmission(), { 'content-type': 'application/json; charset=utf-16' }),
      415,
    ],
    ['a packed body', submit(aSubmission(), { 'content-encoding': 'gzip' }), 415],
    ['more than 16 KB', submit(aSubmission({ message: 'x'.repeat(17_000) })), 413],
    ['a page of another site', submit(aSubmission(), { origin: 'https://evil.example' }), 403],
    ['a page without an origin', submit(aSubmission(), { origin: 'null' }), 403],
    ['another method', new Request(origin + path), 405],
  ])('%s', async (_, request, status) => {
    const { response, body } = await refused(request);
    expect(response.status).toBe(status);
    expect(body).toEqual({ error: expect.stringMatching(/^[A-Z].+$/) as string });
  });

  test('doesn’t apply to our own pages', async () => {
    await using world = aWorld();
    expect((await submitContact(submit(aSubmission(), { origin }), world.deps)).status).toBe(201);
  });

  test('of a method names the allowed one', async () => {
    const { response } = await refused(new Request(origin + path, { method: 'DELETE' }));
    expect(response.headers.get('allow')).toBe('POST');
  });
});

test('no answer to a submission may be cached', async () => {
  await using world = aWorld();
  for (const request of [submit(aSubmission()), submit('{')]) {
    const response = await submitContact(request, world.deps);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
});
