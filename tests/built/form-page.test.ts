import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fillForm } from '../../functions/intake/plain-form.ts';
import { builtPage } from '../../functions/intake/built-pages.ts';
import { company } from '../../src/copy/company.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { fields as formFields } from '../../src/shared/fields.ts';
import { fields as plainForm } from '../support/builders/filled-in.ts';

const page = await builtPage('form-again');
const fields = { ...plainForm, source: 'contact_form', website: 'https://trap.example' };

const elementWith = (html: string, id: string): string =>
  new RegExp(`<[^>]* id="${id}"[^>]*>[^<]*`).exec(html)?.[0] ?? '';

describe('the built page for a refused form', () => {
  test('has a field for every value that the visitor wrote', () => {
    const html = fillForm(page, fields, { message: 'Not now.', field: undefined });
    expect(html).toMatch(/role="alert"[^>]*>Not now\.</);
    for (const field of ['name', 'email', 'phone', 'company', 'website'] as const)
      expect(elementWith(html, field)).toContain(` value="${fields[field]}"`);
    expect(elementWith(html, 'message')).toContain(`>${fields.message}`);
    expect(elementWith(html, 'consent_marketing')).toMatch(/ checked\b/);
    expect(html).toMatch(/<option value="roofing" selected>/);
    const unlisted = fillForm(
      page,
      { ...fields, industry: '<barns>' },
      { message: 'Not now.', field: undefined },
    );
    expect(unlisted).toContain('<option value="&lt;barns&gt;" selected>&lt;barns&gt;</option>');
    expect(html).toMatch(/<input type="hidden" value="contact_form" name="source"/);
    const { version } = currentConsent;
    expect(html).toContain(`<input type="hidden" name="consent_version" value="${version}"`);
    expect(html).not.toMatch(/\{\{placeholder|data-placeholder/);
    expect(html.slice(html.indexOf('<form'))).not.toMatch(/aria-invalid="?true|autofocus/);
  });

  test('repeats the id under which the island had sent these words', () => {
    const unconfirmed = '7d0c2f5e-4b1a-4c3d-9e8f-0a1b2c3d4e5f';
    const html = fillForm(
      page,
      { ...fields, unconfirmed },
      { message: 'Not now.', field: undefined },
    );
    expect(html).toMatch(new RegExp(`<input[^>]* name="unconfirmed" value="${unconfirmed}"`));
  });

  test('gives the company’s e-mail address, but only while the site is not set up', () => {
    const shown = new RegExp(
      `<p(?![^>]*hidden)[^>]*>[^<]*write to us instead:\\s*<a href="mailto:${company.email}"`,
    );
    const refusal = { message: 'Not now.', field: undefined };
    expect(fillForm(page, fields, refusal)).not.toMatch(shown);
    const html = fillForm(page, fields, { ...refusal, reason: 'not-set-up' });
    expect(html).toMatch(shown);
    expect(html).toMatch(/<p[^>]* hidden[^>]*>Everything you wrote is still here\. Fix/);
  });

  test.each(formFields)('has the message beside its field: $name', ({ name: field }) => {
    const html = fillForm(page, fields, { message: '<Wrong>', field });
    const element = elementWith(html, field);
    expect(element).toContain(' aria-invalid="true" autofocus');
    expect(element).toMatch(new RegExp(` aria-describedby="${field}-problem[ "]`));
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(elementWith(html, `${field}-problem`)).toMatch(/>&lt;Wrong&gt;$/);
    expect(html.match(/&lt;Wrong&gt;/g)).toHaveLength(2);
  });
});

test.each(['contact', 'tree-service'])(
  'the form on /%s names the current consent text, and its box starts empty',
  (name) => {
    const html = readFileSync(`dist/${name}.html`, 'utf8');
    const { version } = currentConsent;
    expect(html).toContain(`<input type="hidden" name="consent_version" value="${version}"`);
    expect(elementWith(html, 'consent_marketing')).not.toMatch(/ checked\b/);
  },
);
