import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { company } from '../../../src/copy/company.ts';
import { splitLinks } from '../../../src/copy/inline-links.ts';
import { consentTexts, currentConsent } from '../../../src/shared/consent.ts';

/**
 * The SHA-256 of each published text. Add a line for a new version, but never change one: stored
 * consents would be shown with a text that nobody agreed to.
 */
const published: Record<string, string> = {
  '2025-10-03': '1a3b1b8f6bff1471e10d4a72741c27feacf6b83a877272bc6a9731d69b5de979',
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const plain = splitLinks(currentConsent.text)
  .map(({ text }) => text)
  .join('');

test('no published text has been changed or removed, and no text is missing from the list of hashes', () => {
  const texts = consentTexts.map(({ version, text }) => [version, sha256(text)]);
  expect(Object.fromEntries(texts)).toEqual(published);
});

test('each text has its own version, which is a date', () => {
  const versions = consentTexts.map(({ version }) => version);
  expect(new Set(versions).size).toBe(versions.length);
  for (const version of versions) expect(version).toMatch(/^\d{4}-\d{2}-\d{2}[a-z]?$/);
});

test('the newest text comes first and is the current one', () => {
  const versions: string[] = consentTexts.map(({ version }) => version);
  expect(versions).toEqual([...versions].sort().reverse());
  expect(currentConsent).toBe(consentTexts[0]);
});

describe('the current consent text', () => {
  test.each([
    company.name,
    'SMS',
    'calls',
    'e-mails',
    'promotional messages',
    'STOP',
    'HELP',
    'Message and data rates may apply',
    'not a condition of purchase',
  ])('says %j', (words) => {
    expect(plain).toContain(words);
  });

  test('links to the terms and to the privacy policy', () => {
    expect(splitLinks(currentConsent.text).filter(({ href }) => href)).toEqual([
      { text: 'Terms of Service', href: '/terms-of-service' },
      { text: 'Privacy Policy', href: '/privacy-policy' },
    ]);
  });

  test('shows no link syntax to visitors', () => {
    expect(plain).not.toMatch(/[[\]()]/);
  });
});
