import { describe, expect, test } from 'vitest';
import { fillForm, formPage } from '../../functions/intake/refused-form.ts';
import { contactSchema } from '../../src/shared/contact.ts';
import { filledIn } from '../support/builders/filled-in.ts';

const page = await formPage();
const fields = {
  ...filledIn,
  consent_marketing: 'true',
  source: 'contact_form',
  consent_version: '2025-10-03',
  website: 'https://trap.example',
};

const elementWith = (html: string, id: string): string =>
  new RegExp(`<[^>]* id="${id}"[^>]*>[^<]*`).exec(html)?.[0] ?? '';

describe('the page for a form that is refused, as it was built', () => {
  test('has a place for everything that a visitor wrote', () => {
    const html = fillForm(page, fields, { message: 'Not now.', field: undefined });
    expect(html).toMatch(/role="alert"[^>]*>Not now\.</);
    for (const field of ['name', 'email', 'phone', 'company', 'website'] as const)
      expect(elementWith(html, field)).toContain(` value="${fields[field]}"`);
    expect(elementWith(html, 'message')).toContain(`>${fields.message}`);
    expect(elementWith(html, 'consent_marketing')).toMatch(/ checked\b/);
    expect(html).toMatch(/<option value="roofing" selected>/);
    expect(html).toMatch(/<input type="hidden" value="contact_form" name="source"/);
    expect(html).toMatch(/<input type="hidden" name="consent_version" value="2025-10-03"/);
    expect(html).not.toMatch(/\{\{placeholder|data-placeholder/);
    expect(html.slice(html.indexOf('<form'))).not.toMatch(/aria-invalid|autofocus/);
  });

  test.each(Object.keys(contactSchema().shape))('has the message beside its field: %s', (field) => {
    const html = fillForm(page, fields, { message: '<Wrong>', field });
    expect(elementWith(html, field)).toMatch(
      new RegExp(` aria-invalid="true" aria-describedby="${field}-problem" autofocus\\b`),
    );
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(elementWith(html, `${field}-problem`)).toMatch(/>&lt;Wrong&gt;$/);
    expect(html.match(/&lt;Wrong&gt;/g)).toHaveLength(2);
  });
});
