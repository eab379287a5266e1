import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { ConfigError } from '../../../functions/unavailable.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { aSubmission, origin, post } from '../../support/builders/requests.ts';
import { filledIn } from '../../support/builders/filled-in.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { aWorld, webhookAt } from '../../support/worlds/world.ts';

const submit = (body: unknown, headers?: Record<string, string>) =>
  post(api.submitContact, body, headers);

describe('a submission', () => {
  test('is stored completely before it is answered', async () => {
    await using world = aWorld();
    const lead = aSubmission({ name: '  Zoë  ', message: '' });
    const headers = { referer: `${origin}/contact`, 'user-agent': 'A browser'.repeat(99) };
    const response = await submitContact(submit(lead, headers), world.deps);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ id: lead.id });
    expect(await world.store.get(lead.id)).toEqual({
      ...filledIn,
      id: lead.id,
      name: 'Zoë',
      message: null,
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
        user_agent: 'A browser'.repeat(99).slice(0, 500),
        form: 'island',
        ticked: null,
        open_ms: null,
      },
      tries: 0,
      lease: null,
      answered: null,
      archived: false,
      attribution: null,
      phone_e164: '+17135550142',
      gpc: false,
    });
  });

  test('is stored with its attribution, and an invalid attribution refuses no lead', async () => {
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

  test('is answered although its second delivery has to wait', async () => {
    await using receiver = await Receiver.open();
    receiver.next({ status: 500 });
    const waited = Promise.withResolvers<undefined>();
    await using world = aWorld({ webhook: webhookAt(receiver.url), pause: () => waited.promise });
    const lead = aSubmission();
    expect((await submitContact(submit(lead), world.deps)).status).toBe(201);
    await expect.poll(() => world.events.map(({ event }) => event)).toContain('delivery');
    world.deps.now = () => new Date('2026-03-02T15:04:11Z');
    waited.resolve(undefined);
    await world.settle();
    expect(receiver.of(lead.id)).toHaveLength(2);
    expect((await world.store.get(lead.id))?.delivery.state).toBe('delivered');
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

  test.each([
    [
      'an unreachable store',
      new StoreUnavailable('The disk of host 10.1.2.3 is full'),
      503,
      { error: 'This is not working right now. Please try again in a few minutes.' },
      '60',
    ],
    [
      'a site that isn’t set up, and then gets no time to try again,',
      new ConfigError('Set FIREBASE_SERVICE_ACCOUNT.'),
      503,
      { error: 'This site isn’t set up yet.', reason: 'not-set-up' },
      null,
    ],
    [
      'a bug of ours',
      new TypeError('secret.x is not a function'),
      500,
      { error: 'Something went wrong on our side. Please try again.' },
      null,
    ],
  ])('is answered without the details of %s', async (_, problem, status, body, after) => {
    await using world = aWorld({ store: () => Promise.reject(problem) });
    const response = await submitContact(submit(aSubmission()), world.deps);
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, after]);
    expect(await response.json()).toEqual(body);
    // An unknown error may quote the visitor, so the log has only its name and place.
    const log = JSON.stringify(world.events);
    if (status === 500) expect(log).toMatch(/TypeError at .*submit\.test\.ts/);
    expect(log).not.toContain('secret');
  });

  test.each([
    ['an address elsewhere', 'https://other.example/contact', null],
    ['one of ours', `${origin}/tree-service`, `${origin}/tree-service`],
    ['an advertisement’s', `${origin}/contact?gclid=Cj0&utm_source=x#form`, `${origin}/contact`],
    [
      'the beginning of a long one',
      `${origin}/${'x'.repeat(3000)}`,
      `${origin}/`.padEnd(2000, 'x'),
    ],
  ])('remembers the page that it came from: %s', async (_, referer, expected) => {
    await using world = aWorld();
    // With and without the browser's privacy signal.
    for (const privacy of [{}, { 'sec-gpc': '1' }]) {
      const lead = aSubmission();
      await submitContact(submit(lead, { referer, ...privacy }), world.deps);
      const stored = await world.store.get(lead.id);
      expect(stored?.consent.page_url).toBe(expected);
      expect(JSON.stringify(stored)).not.toMatch(/gclid|utm_source/);
    }
  });
});
