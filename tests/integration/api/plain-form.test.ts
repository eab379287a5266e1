import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { pagePolicy } from '../../../src/shared/headers.ts';
import { postForm, aSubmission, post } from '../../support/builders/requests.ts';
import { fields, filledIn, page } from '../../support/builders/filled-in.ts';
import { aWorld } from '../../support/worlds/world.ts';
import type { Deps } from '../../../functions/deps.ts';
import { eachEngine } from '../../support/worlds/each-engine.ts';
import { openLimitWorld } from '../../support/worlds/limit-world.ts';

const builtPage = () => Promise.resolve(page);

const stored = async (world: ReturnType<typeof aWorld>) =>
  (await world.store.page({ filter: {}, limit: 10 })).records;

describe('a form without JavaScript', () => {
  test('is stored, and sends the visitor to the thank-you page', async () => {
    await using world = aWorld();
    const response = await submitContact(postForm(fields, { 'sec-gpc': '1' }), world.deps);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^\/thank-you\?/);
    expect(await stored(world)).toMatchObject([{ ...filledIn, source: 'contact_page', gpc: true }]);
  });

  test('is the same lead in any order of its fields', async () => {
    await using world = aWorld();
    for (const entries of [Object.entries(fields), Object.entries(fields).toReversed()])
      await submitContact(postForm(Object.fromEntries(entries)), world.deps);
    expect(await stored(world)).toHaveLength(1);
  });

  test('leads back to the form if a visitor opens its address', async () => {
    await using world = aWorld();
    const { url } = postForm(fields);
    const opened = new Request(url, { headers: { accept: 'text/html,application/xhtml+xml' } });
    const { status, headers } = await submitContact(opened, world.deps);
    expect([status, headers.get('location')]).toEqual([303, '/contact']);
  });

  test('may have line breaks in its message', async () => {
    await using world = aWorld();
    const message = `${'a\r\n'.repeat(499)}b`;
    expect((await submitContact(postForm({ ...fields, message }), world.deps)).status).toBe(303);
    expect((await stored(world))[0]?.message).toHaveLength(999);
  });

  test('comes back with the reason and every word when a rule fails', async () => {
    await using world = aWorld({ builtPage });
    const form = {
      ...fields,
      name: '"><script>alert(1)</script>$&',
      email: 'nobody',
      message: '</textarea><b>',
      company: "Roe 'n' Sons",
      source: 'contact_form',
    };
    const response = await submitContact(postForm(form), world.deps);
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text())
      .toBe(`<p role="alert">Invalid email address</p><p>All is here.</p><form>
<input value="contact_form" type="hidden" name="source">
<input name="name" value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;" aria-invalid="false"><span></span>
<input name="email" value="nobody" aria-invalid="true" autofocus><span>Invalid email address</span>
<input name="phone" value="(713) 555-0142" aria-invalid="false"><input name="company" value="Roe &#39;n&#39; Sons" aria-invalid="false">
<input name="website" value="">
<select name="industry" aria-invalid="false"><option value="">Choose</option><option value="roofing" selected>Roofing</option></select>
<textarea name="message" aria-invalid="false">&lt;/textarea&gt;&lt;b&gt;</textarea>
<input name="consent_marketing" type="checkbox" checked aria-invalid="false"></form>`);
    expect(await stored(world)).toEqual([]);
  });

  test('keeps every word when the store is unreachable', async () => {
    const store = () => Promise.reject(new StoreUnavailable('gone'));
    await using world = aWorld({ builtPage, store });
    const response = await submitContact(postForm(fields), world.deps);
    expect(response.status).toBe(503);
    const html = await response.text();
    expect(html).toContain('Please try again in a few minutes.');
    expect(html).toContain('value="Dana Roe"');
    expect(html).not.toContain('gone');
  });

  test.each([
    ['a field twice', () => new Request(postForm(fields), { body: 'name=a&name=b' }), 400, false],
    ['names in brackets', () => postForm({ 'name[]': 'a' }), 422, true],
    ['nothing', () => postForm({}), 422, false],
    ['no consent', () => postForm({ ...fields, consent_marketing: '' }), 422, true],
    ['another method', () => new Request(postForm(fields), { method: 'PUT' }), 405, false],
    ['another site', () => postForm(fields, { origin: 'https://evil.example' }), 403, false],
  ])(
    'is refused with a page that runs no visitor’s script: %s',
    async (_, request, status, kept) => {
      await using world = aWorld({ builtPage });
      const response = await submitContact(request(), world.deps);
      expect(response.status).toBe(status);
      expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
      expect(response.headers.get('content-security-policy')).toBe(await pagePolicy(page));
      const html = await response.text();
      expect(html).toMatch(/role="alert">[A-Z][^<]+</);
      // The page may claim to have kept the words only if the function could read them.
      expect(html.includes('<p hidden>All is here.')).toBe(!kept);
      expect(await stored(world)).toEqual([]);
    },
  );
});

test('a form without JavaScript keeps a message of 14,000 letters', async () => {
  await using world = aWorld({ builtPage });
  const message = '樹'.repeat(14_000);
  const response = await submitContact(postForm({ ...fields, message }), world.deps);
  expect(response.status).toBe(422);
  const html = await response.text();
  expect(html).toContain('role="alert">Message must be at most 1000 characters<');
  expect(html).toContain('<p>All is here.');
  expect(html).toContain(`value="${fields.name}"`);
  expect(html).toMatch(new RegExp(`<textarea [^>]*aria-invalid="true"[^>]*>${message}</textarea>`));
  expect(await stored(world)).toEqual([]);
});

const press = async (deps: Deps) => (await submitContact(postForm(fields), deps)).status;

const idsIn = async (store: Store) =>
  (await store.page({ filter: {}, limit: 10 })).records.map(({ id }) => id);

const erasedAt = '2026-03-02T15:30:00.000Z';

describe('the id of a form without JavaScript', () => {
  test('is a UUID, and the same for the same words', async () => {
    await using world = aWorld();
    expect(await Promise.all([press(world.deps), press(world.deps)])).toEqual([303, 303]);
    expect(await idsIn(world.store)).toEqual([
      expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
    ]);
  });

  test('does not reveal to another network that the same words came before', async () => {
    let time = '2026-03-02T12:00:00.000Z';
    await using world = aWorld({ now: () => new Date(time) });
    const sentFrom = async (ip: string) =>
      (await submitContact(postForm(fields), { ...world.deps, ip })).headers.get('location');
    const first = await sentFrom('203.0.113.9');
    time = '2026-03-02T12:00:05.000Z';
    expect(await sentFrom('203.0.113.9')).toBe(first);
    expect(await sentFrom('198.51.100.7')).toContain(encodeURIComponent(time));
    expect(await idsIn(world.store)).toHaveLength(1);
  });

  test('changes at midnight UTC', async () => {
    let time = '2026-03-02T23:59:59.999Z';
    await using world = aWorld({ now: () => new Date(time) });
    await press(world.deps);
    await press(world.deps);
    time = '2026-03-03T00:00:00.000Z';
    await press(world.deps);
    expect(await idsIn(world.store)).toHaveLength(2);
  });

  test('stays the same as in an unanswered request of the island with the same words', async () => {
    await using world = aWorld();
    const sent = aSubmission({ website: '' });
    await submitContact(post('/api/submit-contact', sent), world.deps);
    const again = async (more: Partial<typeof fields>) =>
      (await submitContact(postForm({ ...fields, unconfirmed: sent.id, ...more }), world.deps))
        .status;
    expect(await again({})).toBe(303);
    expect(await idsIn(world.store)).toEqual([sent.id]);
    expect(await again({ company: 'Another company' })).toBe(303);
    expect(await idsIn(world.store)).toHaveLength(2);
  });
});

eachEngine('a plain form whose lead was erased', (makeEngine) => {
  test('is a new lead on the same day, and only one, however often it is sent', async () => {
    const world = await openLimitWorld(makeEngine);
    const erased: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      expect(await press(world.deps)).toBe(303);
      expect(await press(world.deps)).toBe(303);
      const ids = await idsIn(world.store);
      expect(ids).toHaveLength(1);
      expect(erased).not.toContain(ids[0]);
      erased.push(...ids);
      await world.store.erase(ids, erasedAt);
    }
  });

  test('is one new lead when it is sent twice at the same time', async () => {
    const world = await openLimitWorld(makeEngine);
    await press(world.deps);
    await world.store.erase(await idsIn(world.store), erasedAt);
    expect(await Promise.all([press(world.deps), press(world.deps)])).toEqual([303, 303]);
    expect(await idsIn(world.store)).toHaveLength(1);
  });
});
