/** What a texting tool passes on, signed as Standard Webhooks are. */
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerPublic } from '../../../functions/public.ts';
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
    vi.stubGlobal('fetch', (...sent: [string, RequestInit]) =>
      answerPublic(new Request(...sent), world),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
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

  test.each(['{}', '{"email":"dana"}', '{"phone":"12"}', '[]', 'STOP'])(
    'is refused with 422 for %s',
    async (body) => {
      const { world, entries } = await personWorld(tool);
      const response = await optOut(body, world);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ error: /^Please give/ });
      expect(await entries()).toEqual([]);
    },
  );

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
