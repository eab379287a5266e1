import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkConsentTexts, published } from '../../../scripts/build/consent-archive.ts';
import { company } from '../../../src/copy/company.ts';
import { splitLinks } from '../../../src/copy/inline-links.ts';
import { consentTexts } from '../../../src/shared/consent-texts.ts';
import { currentConsent } from '../../../src/shared/consent.ts';

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

test('a build with words that were changed under an old version fails, and says what to do', async () => {
  await expect(checkConsentTexts()).resolves.toBeUndefined();
  const [{ version, text }] = consentTexts;
  await expect(checkConsentTexts([{ version, text: `${text} ` }])).rejects.toThrow(
    /^The consent text \S+ isn't the one that was published\. Restore it\. New words need a new version: move the old text/,
  );
});

test('a build with a new version prints the line with its hash', async () => {
  const added = { version: '2099-01-01', text: 'I agree.' };
  await expect(checkConsentTexts([added])).rejects.toThrow(
    `scripts/build/consent-archive.ts: '2099-01-01': '${sha256(added.text)}',`,
  );
});

describe('the current consent text', () => {
  test.each([
    company.name,
    'SMS',
    'calls',
    'e-mails',
    'promotional messages',
    'automated technology',
    'prerecorded',
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
