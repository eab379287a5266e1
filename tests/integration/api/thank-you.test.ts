import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { thanksFor, thankYou } from '../../../functions/intake/thank-you.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { placeholders } from '../../../src/shared/placeholders.ts';
import { fields } from '../../support/builders/filled-in.ts';
import { get, postForm } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

const page = `<h1>Thank You!</h1><div data-placeholder="agreed"><p data-placeholder="words">All words</p>
<dd>${placeholders.text('version')}</dd><dd>${placeholders.text('time')}</dd></div>`;

const open = () => {
  const world = aWorld({ builtPage: () => Promise.resolve(page) });
  return {
    world,
    /** Sends the form, and returns where the visitor is redirected. */
    send: async () =>
      (await submitContact(postForm(fields), world.deps)).headers.get('location') ?? '',
    visit: (address: string) => thankYou(get(address), world.deps),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
};

describe('the page that thanks for a form without JavaScript', () => {
  test('says which words were agreed to and when, as stored', async () => {
    await using world = open();
    const response = await world.visit(await world.send());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe(`<h1>Thank You!</h1><div><p>All words</p>
<dd>${currentConsent.version}</dd><dd>March 2, 2026 at 9:04:05 AM CST</dd></div>`);
  });

  test('leaves out words that are no longer the current ones', async () => {
    await using site = open();
    const agreed = { version: 'older', at: '2026-03-02T15:04:05.000Z' };
    const address = await thanksFor(agreed, site.world.deps);
    const response = await site.visit(address);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toMatch(/<div><p hidden>.*<dd>older</s);
    const moved = await site.visit(address.replace('/thank-you', '/Thank-You/'));
    expect([moved.status, moved.headers.get('location')]).toEqual([301, address]);
    const { url } = get(address);
    for (const [method, status] of Object.entries({ HEAD: 200, POST: 405 }))
      expect((await thankYou(new Request(url, { method }), site.world.deps)).status).toBe(status);
  });

  test('shows the time of the first request for a form that is sent twice', async () => {
    await using site = open();
    const first = await site.send();
    site.world.deps.now = () => new Date('2026-03-02T18:00:00Z');
    expect(await site.send()).toBe(first);
  });

  test('thanks without the words for an address that the site did not issue', async () => {
    await using world = open();
    const given = await world.send();
    for (const address of [
      '/thank-you',
      given.replace('2026-03', '2026-02'),
      given.replace(currentConsent.version, '2025-10-03'),
      given.replace(/seal=.*/, 'seal='),
    ]) {
      expect(await (await world.visit(address)).text()).toMatch(
        /^<h1>Thank You!<\/h1><div hidden>/,
      );
    }
  });
});
