import { describe, expect, test } from 'vitest';
import { barePage } from '../../../functions/intake/refused-form.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { pagePolicy } from '../../../src/shared/headers.ts';
import { postForm } from '../../support/builders/requests.ts';
import { filledIn } from '../../support/builders/filled-in.ts';
import { fields, page } from '../../support/builders/plain-form.ts';
import { aWorld } from '../../support/worlds/world.ts';

const formPage = () => Promise.resolve(page);

const stored = async (world: ReturnType<typeof aWorld>) =>
  (await world.store.page({ filter: {}, limit: 10 })).records;

describe('a form without JavaScript', () => {
  test('is stored, and sends the visitor to the thank-you page', async () => {
    await using world = aWorld();
    const response = await submitContact(postForm(fields), world.deps);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^\/thank-you\?/);
    expect(await stored(world)).toMatchObject([{ ...filledIn, source: 'contact_page' }]);
  });

  test('leads back to the form if somebody opens its address', async () => {
    await using world = aWorld();
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const opened = new Request(postForm(fields).url, { headers });
    const response = await submitContact(opened, world.deps);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/contact');
  });

  test('is one lead when it is sent twice, in any order, and two with other words', async () => {
    await using world = aWorld();
    const reversed = Object.fromEntries(Object.entries(fields).toReversed());
    for (const form of [fields, reversed, { ...fields, message: 'Also gutters.' }]) {
      expect((await submitContact(postForm(form), world.deps)).status).toBe(303);
    }
    expect(await stored(world)).toHaveLength(2);
  });

  test.each([
    'application/x-www-form-urlencoded; charset=UTF-8',
    'Application/X-WWW-Form-URLEncoded',
  ])('is a form by its type: %s', async (type) => {
    await using world = aWorld();
    const response = await submitContact(postForm(fields, { 'content-type': type }), world.deps);
    expect(response.status).toBe(303);
  });

  test('may fill its message with line breaks', async () => {
    await using world = aWorld();
    const message = `${'a\r\n'.repeat(499)}b`;
    expect((await submitContact(postForm({ ...fields, message }), world.deps)).status).toBe(303);
    expect((await stored(world))[0]?.message).toHaveLength(999);
  });

  test('comes back with the reason and every word when a rule fails', async () => {
    await using world = aWorld({ formPage });
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
<input name="name" value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;"><span></span>
<input name="email" value="nobody" aria-invalid="true" aria-describedby="email-problem" autofocus><span>Invalid email address</span>
<input name="phone" value="(713) 555-0142"><input name="company" value="Roe &#39;n&#39; Sons">
<input name="website" value="">
<select name="industry"><option value="">Choose</option><option value="roofing" selected>Roofing</option></select>
<textarea name="message">&lt;/textarea&gt;&lt;b&gt;</textarea>
<input name="consent_marketing" type="checkbox" checked></form>`);
    expect(await stored(world)).toEqual([]);
  });

  test('comes back with words that look like a placeholder as they were written', async () => {
    await using world = aWorld({ formPage });
    const name = '{{placeholder message}} data-placeholder="email"';
    const response = await submitContact(
      postForm({ ...fields, name, email: 'nobody', message: name }),
      world.deps,
    );
    const html = await response.text();
    const shown = '{{placeholder message}} data-placeholder=&quot;email&quot;';
    expect(html).toContain(`<input name="name" value="${shown}">`);
    expect(html).toContain(`>${shown}</textarea>`);
  });

  test('can be sent again when it names a form that is not ours', async () => {
    await using world = aWorld({ formPage });
    const response = await submitContact(postForm({ ...fields, source: 'x' }), world.deps);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('<input value="contact_page" type="hidden"');
  });

  test('gets only the reason when the site was not built', async () => {
    await using world = aWorld({ formPage: () => Promise.resolve(barePage) });
    const html = await (await submitContact(postForm({}), world.deps)).text();
    expect(html).toContain('<p role="alert">Name is required</p>');
    expect(html).not.toContain('placeholder');
  });

  test('asks again for a consent that was given to an older text', async () => {
    await using world = aWorld({ formPage });
    const response = await submitContact(
      postForm({ ...fields, consent_version: '1999-01-01' }),
      world.deps,
    );
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain('<input name="consent_marketing" type="checkbox">');
    expect(html).not.toContain('1999-01-01');
  });

  test('keeps an industry that is not on its list', async () => {
    await using world = aWorld({ formPage });
    for (const [industry, option] of [
      ['tree-service', '<option value="tree-service" selected>Tree Service</option>'],
      ['"Diving"', '<option value="&quot;Diving&quot;" selected>&quot;Diving&quot;</option>'],
    ] as const) {
      const response = await submitContact(postForm({ ...fields, industry, name: '' }), world.deps);
      expect(await response.text()).toContain(
        `<option value="">Choose</option>${option}<option value="roofing">`,
      );
    }
  });

  test('keeps every word when the store is unreachable', async () => {
    const store = () => Promise.reject(new StoreUnavailable('gone'));
    await using world = aWorld({ formPage, store });
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
    ['too much', () => postForm({ ...fields, message: 'x'.repeat(131_072) }), 413, false],
    [
      'another type',
      () => postForm(fields, { 'content-type': 'application/x-www-form-urlencoded2' }),
      415,
      false,
    ],
    [
      'another method',
      () => new Request(postForm(fields), { method: 'PUT', body: 'name=a' }),
      405,
      false,
    ],
    ['another site', () => postForm(fields, { origin: 'https://evil.example' }), 403, false],
  ])('is refused with a page: %s', async (_, request, status, kept) => {
    await using world = aWorld({ formPage });
    const response = await submitContact(request(), world.deps);
    expect(response.status).toBe(status);
    const html = await response.text();
    expect(html).toMatch(/role="alert">[A-Z][^<]+</);
    // If the words were never read, the page doesn't claim to have kept them.
    expect(html.includes('<p hidden>All is here.')).toBe(!kept);
    expect(await stored(world)).toEqual([]);
  });
});

test.each(['x', '樹'])('a form without JavaScript keeps a message of 14,000 %s', async (letter) => {
  await using world = aWorld({ formPage });
  const message = letter.repeat(14_000);
  const response = await submitContact(postForm({ ...fields, message }), world.deps);
  expect(response.status).toBe(422);
  const html = await response.text();
  expect(html).toContain('role="alert">Message must be at most 1000 characters<');
  expect(html).toContain('<p>All is here.');
  expect(html).toContain(`value="${fields.name}"`);
  expect(html).toMatch(new RegExp(`<textarea [^>]*aria-invalid="true"[^>]*>${message}</textarea>`));
  expect(await stored(world)).toEqual([]);
});

test('a form without JavaScript that comes back says how, as a page that runs no visitor’s script', async () => {
  await using world = aWorld({ formPage });
  const request = new Request(postForm(fields), { method: 'PUT', body: 'name=a' });
  const { headers } = await submitContact(request, world.deps);
  expect(headers.get('allow')).toBe('POST');
  expect(headers.get('content-security-policy')).toBe(await pagePolicy(page));
});
