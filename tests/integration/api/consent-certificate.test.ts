import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { consentCertificate } from '../../../functions/inbox/consent-certificate.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { auditEntrySchema, emptyHead, firstMisfit } from '../../../src/shared/audit.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { sha256Base64 } from '../../../src/shared/sha256.ts';
import { trialLead } from '../../../functions/delivery/trial.ts';
import { aSubmission, get, origin, post } from '../../support/builders/requests.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

/** As somebody would do it in a shell. */
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
  test('can be checked by hand, from the receipt to the end of the audit log', async () => {
    const it = await opened();
    const html = await (await it.ask(it.lead.id)).text();
    await it.ask(it.lead.id);
    const { entries, head } = await it.world.store.audit({ limit: 9 });
    const entry = JSON.parse(textIn(html, 'entry')) as Record<string, unknown>;
    expect(entry['event']).toEqual({
      action: 'certified',
      submission: it.lead.id,
      receipt: sha256sum(textIn(html, 'statement')),
    });
    expect(sha256sum(textIn(html, 'entry'))).toBe(textIn(html, 'hash'));
    const oldestFirst = entries.toReversed().map((one) => auditEntrySchema.parse(one));
    expect(oldestFirst).toHaveLength(2);
    expect(entry['previous']).toBe(emptyHead.hash);
    expect(oldestFirst[0]?.hash).toBe(textIn(html, 'hash'));
    expect(await firstMisfit(oldestFirst, head)).toBeUndefined();
    const { consent } = JSON.parse(textIn(html, 'statement')) as { consent: unknown };
    const stored = (await it.world.store.get(it.lead.id))?.consent;
    expect(consent).toEqual(stored);
    expect(sha256sum(textIn(html, 'words'))).toBe(stored?.sha256);
  });

  test('names the entry of the first one, since when the receipt can’t be changed, and its own', async () => {
    const it = await opened();
    const first = await (await it.ask(it.lead.id)).text();
    it.world.deps.now = () => new Date('2026-04-05T15:04:05.678Z');
    const second = await (await it.ask(it.lead.id)).text();
    for (const part of ['statement', 'entry', 'hash'])
      expect(textIn(second, part)).toBe(textIn(first, part));
    const words = decoded(second.replace(/<[^>]*>/g, '')).replace(/\s+/g, ' ');
    expect(words).toMatch(/entry 1, Monday, March 2, 2026/);
    expect(words).toMatch(/Issued entry 2, Sunday, April 5, 2026/);
    expect(words).toContain('For the time before, it proves nothing.');
    expect((await it.world.store.audit({ limit: 9 })).entries).toHaveLength(2);
  });

  test('says so if the receipt is not the one that was certified first', async () => {
    const it = await opened();
    await it.ask(it.lead.id);
    await it.world.store.change(it.lead.id, (record) => ({
      ...record,
      consent: { ...record.consent, ip: '198.51.100.1' },
    }));
    for (let asked = 2; asked <= 3; asked += 1) {
      const html = await (await it.ask(it.lead.id)).text();
      expect(html).toContain('It was changed after entry 1');
      expect(JSON.parse(textIn(html, 'entry'))).toMatchObject({
        number: asked,
        event: { receipt: sha256sum(textIn(html, 'statement')) },
      });
    }
  });

  test('says who agreed to which words, when, from where, on which page and with which form, and runs nothing', async () => {
    const it = await opened();
    const response = await it.ask(it.lead.id);
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
      it.lead.email,
      it.lead.phone,
      currentConsent.text.replaceAll(/\[(.+?)\]\(.+?\)/g, '$1'),
      currentConsent.version,
      '2026-03-02T15:04:05.678Z',
      '203.0.113.9',
      'contact_page, sent by the page’s script',
      'ticked by the visitor on this page, as the form said',
      'entry 1',
    ])
      expect(text).toContain(words);
  });

  test('claims no more than is known: the path of the page, and of the box only what the form said', async () => {
    const it = await opened();
    const lead = aSubmission();
    const referer = `${origin}/contact?gclid=x`;
    await submitContact(post('/api/submit-contact', lead, { referer }), it.world.deps);
    const html = await (await it.ask(lead.id)).text();
    const text = decoded(html.replace(/<[^>]*>/g, ''));
    expect(text).toContain(`${origin}/contact, as the browser said`);
    expect(text).toContain('isn’t known');
    expect(text).not.toMatch(/by the visitor|gclid/);
  });

  test('states what an older receipt has, such as the hash of the page, and which form is not invented', async () => {
    const it = await opened();
    const older = { page_sha256: 'ab'.repeat(32), deploy: '4f2a', ticked: true };
    await it.world.store.change(it.lead.id, ({ consent: { form: _, ...consent }, ...record }) => ({
      ...record,
      consent: { ...consent, ...older },
    }));
    const html = await (await it.ask(it.lead.id)).text();
    const { consent } = JSON.parse(textIn(html, 'statement')) as { consent: unknown };
    expect(consent).toMatchObject(older);
    expect(html).not.toContain('sent by');
  });

  test('is there for a stored lead only, and nothing is logged for another', async () => {
    const it = await opened();
    const trial = trialLead(crypto.randomUUID(), '2026-03-02T15:04:05.678Z', { state: 'off' });
    await it.world.store.create(trial);
    for (const id of ['unknown', trial.id]) expect((await it.ask(id)).status).toBe(404);
    expect((await it.ask('')).status).toBe(400);
    expect((await it.world.store.audit({ limit: 9 })).entries).toEqual([]);
  });
});
