import { describe, expect, test } from 'vitest';
import { fillForm } from '../../../functions/intake/refused-form.ts';
import { currentConsent } from '../../../src/shared/consent.ts';
import { placeholders } from '../../../src/shared/placeholders.ts';

const names = ['industry', 'industry hvac', 'consent_marketing', 'name', 'message', ''];
const page = [
  ...names.map((it) => `<i id="${it}" data-placeholder="${it}">`),
  `<p>${placeholders.text('message')}</p>`,
  `<select>${placeholders.text('other industry')}</select>`,
].join('');

const filled = (fields: Record<string, string>, field?: string) =>
  fillForm(page, fields, { message: 'No.', field });

describe('a refused form', () => {
  test('is empty where the visitor wrote nothing', () => {
    expect(filled({})).toContain('<p></p><select></select>');
    expect(filled({})).toContain('<i id="name" value="">');
    expect(filled({})).not.toMatch(/selected|checked/);
  });

  test('marks the field that was refused, and no other', () => {
    const html = filled({ name: 'Dana' }, 'name');
    expect(html).toContain('value="Dana" aria-invalid="true" aria-describedby="name-problem"');
    expect(html.match(/aria-invalid/g)).toHaveLength(1);
  });

  test('marks no field for a refusal of the whole, or of a field that it has not', () => {
    for (const field of [undefined, 'id'])
      expect(filled({ name: 'Dana' }, field)).toContain('<i id="name" value="Dana">');
  });

  test('has an option for an industry that the page does not list', () => {
    expect(filled({ industry: 'tree-service' })).toContain(
      '<option value="tree-service" selected>Tree Service</option>',
    );
    expect(filled({ industry: 'hvac' })).toContain('<i id="industry hvac" selected>');
    expect(filled({ industry: 'hvac' })).toContain('<select></select>');
  });

  test('keeps a consent to the words of today, and none to older words', () => {
    const consent = (consent_marketing: string, consent_version: string) =>
      filled({ consent_marketing, consent_version });
    const box = '<i id="consent_marketing" checked>';
    expect(consent('true', currentConsent.version)).toContain(box);
    expect(consent('true', '2020-01-01')).not.toContain(box);
    expect(consent('', currentConsent.version)).not.toContain(box);
  });
});
