import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { consentCertificate } from '../../../functions/inbox/consent-certificate.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { sha256Base64 } from '../../../src/shared/sha256.ts';
import { loggedIn } from '../../support/builders/audit.ts';
import { aSubmission, get, origin, post } from '../../support/builders/requests.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

/** Hashes the text with a shell tool, as a reader of the certificate would. */
const sha256sum = (text: string): string =>
  execFileSync('sha256sum', { input: text, encoding: 'utf8' }).slice(0, 64);

const decoded = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const textIn = (html: string, id: string): string =>
  decoded(new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? '');

async function opened() {
  const world = await staffWorld();
  const lead = { ...aSubmission({ name: `D'Arcy <b>&"` }), ticked: true };
  const headers = { 'user-agent': `It's "a" browser & <script>` };
  await submitContact(post('/api/submit-contact', lead, headers), world.deps);
  const ask = (id: string) =>
    consentCertificate(get(`/api/consent-certificate?id=${id}`, world.headers), world.deps);
  return { world, lead, ask };
}

describe('a certificate of consent', () => {
  test('has the words of its version, and their hash is the one in the receipt', async () => {
    const store = await opened();
    const html = await (await store.ask(store.lead.id)).text();
    const stored = (await store.world.store.get(store.lead.id))?.consent;
    expect(sha256sum(textIn(html, 'words'))).toBe(stored?.sha256);
    expect(html).toContain(`${stored?.version}, SHA-256 ${stored?.sha256}`);
  });

  test('says when and for whom it was issued, as in the audit log', async () => {
    const store = await opened();
    const html = await (await store.ask(store.lead.id)).text();
    const [entry] = await loggedIn(store.world.store);
    expect(entry).toMatchObject({ event: { action: 'certified', submission: store.lead.id } });
    const words = decoded(html.replace(/<[^>]*>/g, '')).replace(/\s+/g, ' ');
    expect(words).toContain(`(${entry?.at}), for ${entry?.by.name}`);
  });

  test('says who agreed to which words, when, from where, on which page and with which form, and runs no script', async () => {
    const store = await opened();
    const response = await store.ask(store.lead.id);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toContain('script');
    const html = await response.text();
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    expect(policy).toContain(`style-src 'sha256-${await sha256Base64(style)}'`);
    expect(html).not.toMatch(/<b>|<script/);
    expect(html).toContain('D&#39;Arcy &lt;b&gt;&amp;&quot;');
    const text = decoded(html.replace(/<[^>]*>/g, ''));
    for (const words of [
      store.lead.email,
      store.lead.phone,
      currentConsent.text.replaceAll(/\[(.+?)\]\(.+?\)/g, '$1'),
      currentConsent.version,
      '2026-03-02T15:04:05.678Z',
      '203.0.113.9',
      'contact_page, sent by the page’s script',
      'ticked by the visitor on this page, as the form said',
    ])
      expect(text).toContain(words);
  });

  test('says when the person asked not to be contacted', async () => {
    const { world, lead, ask } = await opened();
    const at = '2026-03-04T15:04:05.000Z';
    await world.store.change(lead.id, (lead) => ({ ...lead, opted_out: { at, how: 'stop-page' } }));
    const text = (await (await ask(lead.id)).text()).replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    expect(text).toMatch(new RegExp(`Asked not to be contacted .+ \\(${at}\\)`));
  });

  test('claims only known facts: the path of the page, and for the box only what the form reported', async () => {
    const store = await opened();
    const lead = aSubmission();
    const referer = `${origin}/contact?gclid=x`;
    await submitContact(post('/api/submit-contact', lead, { referer }), store.world.deps);
    const html = await (await store.ask(lead.id)).text();
    const text = decoded(html.replace(/<[^>]*>/g, ''));
    expect(text).toContain(`${origin}/contact, as the browser said`);
    expect(text).toContain('isn’t known');
    expect(text).not.toMatch(/by the visitor|gclid/);
  });

  test('names no form if an older receipt has none', async () => {
    const store = await opened();
    await store.world.store.change(
      store.lead.id,
      ({ consent: { form: _, ...consent }, ...record }) => ({
        ...record,
        consent: { ...consent, ticked: true },
      }),
    );
    expect(await (await store.ask(store.lead.id)).text()).not.toContain('sent by');
  });

  test('exists for stored leads only, and a request for another id is not logged', async () => {
    const store = await opened();
    expect((await store.ask('unknown')).status).toBe(404);
    expect((await store.ask('')).status).toBe(400);
    expect((await store.world.store.audit({ limit: 9 })).entries).toEqual([]);
  });
});
