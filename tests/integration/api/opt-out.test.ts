/** What a texting tool passes on, signed as Standard Webhooks are; and Undo, which gives back what an admin’s opt-out took. */
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { staff } from '../../../functions/staff.ts';
import { api } from '../../../src/shared/api.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aRecord } from '../../support/builders/record.ts';
import { origin } from '../../support/builders/requests.ts';
import { optOut, secrets, signed, tool } from '../../support/builders/signed.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import {
  dana,
  givenUp,
  openLeadsWorld,
  optedOut,
  personWorld,
} from '../../support/worlds/person-world.ts';

describe('a signed opt-out', () => {
  const body = JSON.stringify({ phone: dana.phone });

  test('may be signed with the old secret or the new one, or both', async () => {
    const { world } = await personWorld(tool);
    for (const by of secrets)
      expect((await optOut(body, world, signed(body, by))).status).toBe(204);
    const both = secrets.map((it) => signed(body, it)['webhook-signature']).join(' ');
    const headers = { ...signed(body), 'webhook-signature': both };
    expect((await optOut(body, world, headers)).status).toBe(204);
  });

  test('may be sent as docs/webhook.md shows', async () => {
    const { world, put } = await personWorld(tool);
    const code = /## Opt-outs.*?```js\n(.*?)```/s.exec(
      readFileSync('docs/webhook.md', 'utf8'),
    )?.[1];
    const { passOn } = (await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code ?? '')}`
    )) as { passOn: (...sent: [string, string, string, object]) => Promise<number> };
    vi.stubGlobal('fetch', (...sent: [string, RequestInit]) => staff(new Request(...sent), world));
    expect(await passOn(origin, secrets[0] ?? '', 'msg-3', { phone: dana.phone })).toBe(204);
    expect(await put(dana)).toMatchObject({ body: { which: ['phone'] } });
  });

  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  const stranger = `whsec_${btoa('a secret of somebody else, 32 b.')}`;
  test.each([
    ['no signature', { 'content-type': 'application/json' }, /^Please sign this call/],
    ['an empty one', { ...signed(body), 'webhook-signature': '' }, /^Please sign this call/],
    ['another secret’s', signed(body, stranger), /another secret\.$/],
    ['that of other words', signed('{}'), /is not of this body/],
    ['one of another call', { ...signed(body), 'webhook-id': 'msg-2' }, /is not of this body/],
    ['one from six minutes ago', signed(body, undefined, minutes(-6)), /more than five minutes/],
    ['one from the future', signed(body, undefined, minutes(6)), /more than five minutes/],
  ])('is refused with %s, and nobody is on the list', async (_, headers, sentence) => {
    const { world, put } = await personWorld(tool);
    const response = await optOut(body, world, headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: expect.stringMatching(sentence) as string });
    expect(await put(dana)).toMatchObject({ body: { on: false } });
  });

  test('is refused without a signature before the store is opened', async () => {
    const { world } = await personWorld(tool);
    const store = () => expect.unreachable();
    const unsigned = { 'content-type': 'application/json' };
    expect((await optOut(body, { ...world, store }, unsigned)).status).toBe(401);
  });

  test('is taken at any rate, from one address', async () => {
    const { world, put } = await personWorld({
      ...tool,
      submitLimit: { count: 1, windowMs: 60_000 },
    });
    const people = Array.from({ length: 70 }, (_, i) => ({ phone: `+1713555${1000 + i}` }));
    for (const it of people) expect((await optOut(JSON.stringify(it), world)).status).toBe(204);
    expect(await put(people.at(-1) ?? {})).toMatchObject({ body: { on: true } });
    const { config } = await import('../../../netlify/functions/staff.ts');
    expect(config).toMatchObject({ path: expect.arrayContaining([api.optOut]) as string[] });
    // Netlify counts calls of such a function by address, and refuses the 61st in a minute.
    expect(config).not.toHaveProperty('rateLimit');
  });

  test.each([
    ['{}', 422],
    ['{"email":"dana","phone":null}', 422],
    ['{"phone":"12"}', 422],
    ['[]', 422],
    ['STOP', 400],
  ])('%s is refused with %d', async (body, status) => {
    const { world, entries } = await personWorld(tool);
    const response = await optOut(body, world);
    expect(response.status).toBe(status);
    const sentence = expect.stringMatching(/^Please give|^The request could not be read/) as string;
    expect(await response.json()).toMatchObject({ error: sentence });
    expect(await entries()).toEqual([]);
  });

  test.each([null, '', 'n/a', 7])('may say %j for what the tool doesn’t have', async (email) => {
    const { world, put } = await personWorld(tool);
    const { status } = await optOut(JSON.stringify({ phone: dana.phone, email }), world);
    expect(status).toBe(204);
    expect(await put(dana)).toMatchObject({ body: { which: ['phone'] } });
  });

  test('is refused with what to set where there is no secret, or no key', async () => {
    const { world } = await personWorld();
    for (const [missing, different] of [
      ['OPT_OUT_SECRET', {}],
      ['PRIVACY_KEY', { ...tool, personHash: undefined }],
    ] as const) {
      const response = await optOut(body, { ...world, ...different });
      expect(response.status).toBe(503);
      expect(await response.text()).toContain(`${missing} is not set on this site`);
    }
  });
});

onEachEngine((makeEngine) => {
  const open = () => openLeadsWorld(makeEngine);

  test('Undo of an opt-out gives each lead its delivery back', async () => {
    const { put, store, delivery, sent, world } = await open();
    const spam: Delivery = { state: 'held', reasons: ['honeypot'] };
    await store.create(aRecord({ ...dana, id: 'spam', delivery: spam }));
    const { body } = await put({ ...dana, on: true });
    expect(await delivery('spam')).toEqual({
      ...optedOut,
      reasons: ['do_not_contact', 'honeypot'],
    });
    await retryDeliveries(world);
    expect(await put(body.undo)).toMatchObject({ body: { on: false, which: [] } });
    expect(await delivery('given-up')).toEqual(givenUp);
    expect(await delivery('spam')).toEqual(spam);
    await retryDeliveries(world);
    expect(sent()).toEqual(['another', 'due', 'extension']);
  });

  test('Undo of an opt-out takes nothing that was on the list before', async () => {
    const { put, delivery } = await open();
    await put({ phone: dana.phone, on: true });
    const { body } = await put({ ...dana, on: true });
    expect(await put(body.undo)).toMatchObject({ body: { on: true, which: ['phone'] } });
    expect(await delivery('due')).toEqual(optedOut);
  });

  test('Undo never takes back a colleague’s opt-out, in whichever order', async () => {
    const { put, as, delivery } = await open();
    const ada = await put({ ...dana, on: true });
    const bob = await as('bob').put({ ...dana, on: true });
    expect(await put(ada.body.undo)).toMatchObject({ body: { on: true } });
    expect(await delivery('due')).toEqual(optedOut);
    expect(await put(ada.body.undo)).toMatchObject({ body: { on: true, undo: null } });
    expect(await as('bob').put(bob.body.undo)).toMatchObject({ body: { on: false } });
    expect((await delivery('due'))?.state).toBe('pending');
  });

  test('Undo of lifting puts back what was lifted, and no more', async () => {
    const { put } = await open();
    await put({ phone: dana.phone, on: true });
    const { body } = await put({ ...dana, on: false });
    expect(body.undo).toEqual({ phone: '+17135550142', on: true });
    await put(body.undo);
    expect(await put(dana)).toMatchObject({ body: { on: true, which: ['phone'] } });
  });
});
