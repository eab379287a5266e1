import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { pagePolicy } from '../../../src/shared/headers.ts';
import { fields, page } from '../../support/builders/plain-form.ts';
import { postForm } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

const formPage = () => Promise.resolve(page);

const stored = async (world: ReturnType<typeof aWorld>) =>
  (await world.store.page({ filter: {}, limit: 10 })).records;

describe('a form without JavaScript', () => {
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
