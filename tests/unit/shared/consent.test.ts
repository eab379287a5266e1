import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  legalText,
  lostConsents,
  published,
  publishedTexts,
  textProblems,
} from '../../../scripts/build/published-texts.ts';
import { company } from '../../../src/copy/company.ts';
import { retention } from '../../../src/copy/legal.ts';
import { footer } from '../../../src/copy/site.ts';
import { consentTexts } from '../../../src/shared/consent-receipt.ts';
import { currentConsent } from '../../../src/shared/consent.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
test('each published text is unchanged and listed with its hash', () => {
  const texts = consentTexts.map(({ version, text }) => [version, sha256(text)]);
  expect(Object.fromEntries(texts)).toEqual(published['consent text']);
  expect(lostConsents()).toEqual([]);
});

test('a build without the words of an earlier consent fails, and says where they are', () => {
  expect(lostConsents([currentConsent])).toEqual([
    expect.stringMatching(
      /^The consent text of 2025-10-03 is gone.+history of site\/consent\.json/,
    ),
  ]);
});

test('each text has its own version, which is a date, and the newest comes first', () => {
  const versions: string[] = consentTexts.map(({ version }) => version);
  for (const version of versions) expect(version).toMatch(/^\d{4}-\d{2}-\d{2}[a-z]?$/);
  expect(versions).toEqual([...new Set(versions)].sort().reverse());
  expect(currentConsent).toBe(consentTexts[0]);
});

test('a build whose words changed under an old version fails, and says what to do', async () => {
  expect(await textProblems(await publishedTexts())).toEqual([]);
  const [{ version, text }] = consentTexts;
  const edited = { name: 'consent text', date: version, text: `${text} ` };
  expect(await textProblems([edited])).toEqual([
    expect.stringMatching(
      /^The consent text of \S+ isn't the one that was published\. Restore it\. New words need a new version: copy the old text/,
    ),
  ]);
});

test('a build with several new versions prints the line with the hash of each', async () => {
  const added = { name: 'consent text', date: '2099-01-01', text: 'I agree.' };
  const line = (date: string) =>
    expect.stringContaining(
      `under "consent text" in site/published.json: "${date}": "${sha256(added.text)}"`,
    ) as string;
  expect(await textProblems([added, { ...added, date: '2099-01-02' }])).toEqual([
    line('2099-01-01'),
    line('2099-01-02'),
  ]);
});

test.each(['privacy-policy.yaml', 'terms-of-service.yaml'])(
  'changed words of %s under an old date stop the build, which prints the hash to write',
  async (name) => {
    const file = await readFile(`site/legal/${name}`, 'utf8');
    const [date = ''] = Object.keys(published[name] ?? {});
    const edited = legalText(name, file.replace(' you ', ' everybody '));
    const hash = sha256(edited.text);
    const [problem] = await textProblems([edited]);
    expect(problem).toContain(
      `The ${name} of ${date} isn't the one that was published. Restore site/legal/${name}, or give it a new date`,
    );
    expect(problem).toContain(`with this hash: ${hash}`);

    // The printed line is right: under a new date, the text has that hash.
    const dated = file.replace(/(effective: .*\n)(updated: .*\n)?/, "$1updated: '2099-01-01'\n");
    const again = legalText(name, dated.replace(' you ', ' everybody '));
    expect((await textProblems([again])).join()).toContain(`"2099-01-01": "${hash}"`);

    const rewrapped = legalText(name, file.replaceAll(/(?<=\w)\n {4,}(?=\w)/g, ' '));
    expect(await textProblems([rewrapped])).toEqual([]);
  },
);

test('the policy, the consent text and the footer use one name for the terms', async () => {
  const policy = await readFile('site/legal/privacy-policy.yaml', 'utf8');
  const names = [policy.replace(/\s+/g, ' '), currentConsent.text]
    .flatMap((text) => [...text.matchAll(/\[([^\]]*)\]\(\/terms-of-service\)/g)])
    .map(([, name]) => name);
  const links = footer.columns.flatMap((it) => [...it.links]);
  const inFooter = links.filter(({ href }) => href === '/terms-of-service').map((it) => it.label);
  expect(names.length).toBeGreaterThan(1);
  expect(new Set([...names, ...inFooter])).toEqual(new Set(['Terms of Service']));
});

test.each([
  [undefined, 'as long as we need them'],
  ['', 'as long as we need them'],
  ['90', '90 days'],
  ['365', 'one year'],
  ['730', '2 years'],
])('with %j as RETENTION_DAYS, the policy says that we keep inquiries for %s', (days, words) => {
  expect(retention(days)).toBe(words);
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
