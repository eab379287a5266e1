/** Visitors who want no more calls, by the form of /stop or by a STOP reply that the texting tool forwards. */
import { describe, expect, test } from 'vitest';
import { answerPublic } from '../../../functions/public.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { doerOf } from '../../../src/copy/audit.ts';
import { api } from '../../../src/shared/api.ts';
import { auditEntrySchema } from '../../../src/shared/audit.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { origin, post, withoutChance } from '../../support/builders/requests.ts';
import { optOut, stop, tool } from '../../support/builders/signed.ts';
import { aRecord, deliveries } from '../../support/builders/record.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import {
  dana,
  openLeadsWorld,
  optedOut,
  personWorld,
  runSchedule,
} from '../../support/worlds/person-world.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Deps } from '../../../functions/deps.ts';

const ways: Record<string, [string, (person: typeof dana, deps: Deps) => Promise<number>]> = {
  'the form of /stop': [
    'The person, unproven',
    async (person, deps) => (await stop(person, deps)).status,
  ],
  'a signed call': [
    'The texting tool',
    async (person, deps) => (await optOut(JSON.stringify(person), deps)).status,
  ],
};

onEachEngine((makeEngine) => {
  const opted_out = { at: '2025-11-03T16:20:00.000Z', how: 'stop-page' } as const;
  test.each<[Delivery, Partial<SubmissionRecord>]>([
    [deliveries.delivered, dana],
    [deliveries.off, dana],
    // Held by an earlier opt-out, although the person is no longer on the list.
    [
      { ...optedOut, state: 'held' },
      { email: 'ann@loe.example', phone: '8325550199', opted_out },
    ],
  ])(
    'after an opt-out, a lead that is %j cannot be sent again, and no resend is in the log',
    async (was, person) => {
      const { put, store, resend, entries, receiver } = await openLeadsWorld(makeEngine);
      await store.create(aRecord({ ...person, id: 'a', delivery: was }));
      await put({ ...dana, on: true });
      expect(await resend({ submissionId: 'a' })).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(/^This person asked not to be contacted/) as string },
      });
      expect(await store.get('a')).toMatchObject({ delivery: was, lease: null });
      expect(receiver.connections).toBe(0);
      expect(await entries()).toHaveLength(1);
    },
  );

  test.each(Object.entries(ways))(
    'an opt-out by %s holds present and later leads, and the log says who asked, without naming the person',
    async (way, [doer, ask]) => {
      const site = await openLeadsWorld(makeEngine, tool);
      for (let times = 0; times < 2; times += 1) {
        expect(await ask({ ...dana, email: ' Dana@example.com ' }, site.world)).toBe(
          way === 'a signed call' ? 204 : 303,
        );
      }
      expect([await site.delivery('due'), await site.delivery('given-up')]).toEqual([
        optedOut,
        optedOut,
      ]);
      expect((await site.send(dana)).delivery).toEqual(optedOut);
      await runSchedule(site.world);
      expect(site.sent()).toEqual(['another']);
      const entries = (await site.entries()).map((entry) => auditEntrySchema.parse(entry));
      expect(entries.map(({ event }) => event)).toEqual([
        { action: 'opted-out', submission: null },
      ]);
      expect(entries.map(({ by }) => doerOf(by))).toEqual([doer]);
      expect(withoutChance(JSON.stringify([entries, site.world.logged]))).not.toMatch(
        /dana|713|555-?0142/i,
      );
    },
  );
});

describe('the form of /stop', () => {
  test(
    'is read at once, even with a very long text in the number field',
    { timeout: 20_000 },
    async () => {
      const { world } = await personWorld();
      // Parsing this as a number would take two minutes.
      expect((await stop({ phone: 'a'.repeat(120_000) }, world)).status).toBe(422);
    },
  );

  test('accepts a number alone, or an address alone', async () => {
    const { world, put } = await personWorld();
    expect((await stop({ phone: '713-555-0142', email: '' }, world)).status).toBe(303);
    expect(await put({ phone: dana.phone })).toMatchObject({
      body: { on: true, how: 'stop-page' },
    });
    expect(await put({ email: dana.email })).toMatchObject({ body: { on: false } });
    expect((await stop({ email: dana.email, phone: ' ' }, world)).status).toBe(303);
    expect(await put({ email: dana.email })).toMatchObject({ body: { on: true } });
  });

  test('gives the same response after the same time to a person with leads, on the list, or unknown', async () => {
    const pauses: number[] = [];
    const pause = (ms: number) => Promise.resolve(pauses.push(ms));
    const { world, send } = await personWorld({ pause });
    await send(dana);
    const unknown = { email: 'ann@loe.example', phone: '(832) 555-0199' };
    const answers = [];
    for (const person of [dana, dana, unknown]) {
      const { status, headers } = await stop(person, world);
      answers.push({ status, headers: Object.fromEntries(headers) });
    }
    expect(answers[0]).toMatchObject({ status: 303, headers: { location: '/stopped' } });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(pauses).toEqual([1000, 1000, 1000]);
  });

  test.each([
    [{ email: ' ', phone: '' }, 'Please give an e-mail address, or a phone number of seven'],
    [{ email: 'dana"><b>', phone: '' }, 'Please give a whole e-mail address.'],
    [
      { email: dana.email, phone: '555-014' },
      'Please give a phone number of seven digits or more.',
    ],
  ])('comes back with the words and the reason: %j', async (fields, sentence) => {
    const builtPage = (name: string) =>
      Promise.resolve(
        `<form id="${name}"><b>{{placeholder problem}}</b><input data-placeholder="email"><input data-placeholder="phone"></form>`,
      );
    const { world, entries } = await personWorld({ builtPage });
    const response = await stop(fields, world);
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain(`<form id="stop"><b>${sentence}`);
    const [email = ''] = fields.email.split('"');
    expect(html).toContain(`<input value="${email}`);
    expect(html).toContain(`<input value="${fields.phone}"`);
    expect(html).not.toContain('"><b>"');
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(await entries()).toEqual([]);
  });

  test('never thanks without having stored the opt-out', async () => {
    const { world: noKey, store } = await personWorld({ personHash: undefined });
    const failing = await personWorld({
      store: () => Promise.reject(new StoreUnavailable('gone')),
    });
    const full = await personWorld();
    const optOut = () => Promise.reject(new StoreUnavailable('full'));
    full.world.store = () => Promise.resolve({ ...full.store, optOut });
    for (const [world, sentence] of [
      [noKey, 'This site isn’t set up yet.'],
      [failing.world, 'Please try again in a few minutes.'],
      [full.world, 'Please try again in a few minutes.'],
    ] as const) {
      const response = await stop(dana, world);
      expect(response.status).toBe(503);
      const html = await response.text();
      expect(html).toContain(sentence);
      expect(html).not.toMatch(/PRIVACY_KEY|gone|full/);
    }
    expect((await store.audit({ limit: 9 })).entries).toEqual([]);
  });

  test('is limited for each network, but not by leads from the same network', async () => {
    const limit = { submitLimit: { count: 2, windowMs: 600_000 } };
    const { world, send } = await personWorld(limit);
    for (const email of ['a@a.example', 'b@b.example']) await send({ email });
    const statuses = [];
    for (const email of ['a@a.example', 'b@b.example', 'c@c.example'])
      statuses.push((await stop({ email }, world)).status);
    expect(statuses).toEqual([303, 303, 429]);
    const refused = await stop(dana, world);
    expect(refused.headers.get('retry-after')).toBe('600');
    expect(await refused.text()).toContain('Please try again in 10 minutes.');
    expect((await stop(dana, { ...world, ip: '198.51.100.7' })).status).toBe(303);
  });

  test('is refused from another site, and redirects to itself if a visitor opens its address', async () => {
    const { world, entries } = await personWorld();
    expect((await stop(dana, world, { origin: 'https://evil.example' })).status).toBe(403);
    const opened = new Request(origin + api.stop, { headers: { accept: 'text/html' } });
    const { status, headers } = await answerPublic(opened, world);
    expect([status, headers.get('location')]).toEqual([303, '/stop']);
    expect((await answerPublic(post(api.stop, dana), world)).status).toBe(415);
    expect(await entries()).toEqual([]);
  });
});
