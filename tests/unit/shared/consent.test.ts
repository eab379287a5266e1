import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkConsentTexts, published } from '../../../scripts/build/consent-archive.ts';
import { company } from '../../../src/copy/company.ts';
import { consentTexts } from '../../../src/shared/consent-texts.ts';
import { currentConsent } from '../../../src/shared/consent.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
test('no published text has been changed or removed, and no text is missing from the list of hashes', () => {
  const texts = consentTexts.map(({ version, text }) => [version, sha256(text)]);
  expect(Object.fromEntries(texts)).toEqual(published);
});

test('each text has its own version, which is a date, and the newest comes first', () => {
  const versions: string[] = consentTexts.map(({ version }) => version);
  for (const version of versions) expect(version).toMatch(/^\d{4}-\d{2}-\d{2}[a-z]?$/);
  expect(versions).toEqual([...new Set(versions)].sort().reverse());
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
])('the current consent text says %j', (words) => {
  expect(currentConsent.text).toContain(words);
});
