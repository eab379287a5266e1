/** Opt-outs that a texting tool forwards, signed by Standard Webhooks. */
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { staff } from '../../../functions/staff.ts';
import { api } from '../../../src/shared/api.ts';
import { origin } from '../../support/builders/requests.ts';
import { optOut, secrets, signed, tool } from '../../support/builders/signed.ts';
import { dana, personWorld } from '../../support/worlds/person-world.ts';

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
    expect(await put(dana)).toMatchObject({ body: { on: true, how: 'texting-tool' } });
    expect(await put({ email: dana.email })).toMatchObject({ body: { on: false } });
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
  ])('is refused with %s, and adds no entry to the list', async (_, headers, sentence) => {
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

  test('has no rate limit for one address', async () => {
    const { world, put } = await personWorld({
      ...tool,
      submitLimit: { count: 1, windowMs: 60_000 },
    });
    const people = Array.from({ length: 70 }, (_, i) => ({ phone: `+1713555${1000 + i}` }));
    for (const person of people)
      expect((await optOut(JSON.stringify(person), world)).status).toBe(204);
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

  test.each([null, '', 'n/a', 7])(
    'may have %j as an address that the tool doesn’t know',
    async (email) => {
      const { world, put } = await personWorld(tool);
      const { status } = await optOut(JSON.stringify({ phone: dana.phone, email }), world);
      expect(status).toBe(204);
      expect(await put(dana)).toMatchObject({ body: { on: true, how: 'texting-tool' } });
      expect(await put({ email: dana.email })).toMatchObject({ body: { on: false } });
    },
  );

  test('is refused with a sentence about what to set if the secret or the key is missing', async () => {
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
