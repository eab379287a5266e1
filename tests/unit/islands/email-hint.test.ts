import { brotliCompressSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { suggestedEmail } from '../../../src/islands/contact-form/email-hint.ts';
import { isThrowAway } from '../../../src/shared/throw-away.ts';

const gmail = 'gmail.com';
const yahoo = 'yahoo.com';
const hotmail = 'hotmail.com';

test.each([
  ['gmial.com', gmail],
  ['gmal.com', gmail],
  ['gmil.com', gmail],
  ['gmai.com', gmail],
  ['gamil.com', gmail],
  ['gnail.com', gmail],
  ['gmaill.com', gmail],
  ['ggmail.com', gmail],
  ['gmail.co', gmail],
  ['gmail.cm', gmail],
  ['gmail.om', gmail],
  ['gmail.con', gmail],
  ['gmail.cpm', gmail],
  ['gmail.vom', gmail],
  ['gmail.comm', gmail],
  ['gmail..com', gmail],
  ['gmail,com', gmail],
  ['gmailcom', gmail],
  ['gmail.com.', gmail],
  ['gmial.con', gmail],
  ['yaho.com', yahoo],
  ['yahooo.com', yahoo],
  ['yhaoo.com', yahoo],
  ['yahoo.con', yahoo],
  ['yahoo..com', yahoo],
  ['tahoo.com', yahoo],
  ['hotmial.com', hotmail],
  ['hotmal.com', hotmail],
  ['hotmil.com', hotmail],
  ['hotmaill.com', hotmail],
  ['hotmail.cmo', hotmail],
  ['hitmail.com', hotmail],
  ['outlok.com', 'outlook.com'],
  ['outloook.com', 'outlook.com'],
  ['outlook.con', 'outlook.com'],
  ['iclod.com', 'icloud.com'],
  ['icloud.xom', 'icloud.com'],
  ['aol.con', 'aol.com'],
  ['comcast.ne', 'comcast.net'],
  ['sbcgloabl.net', 'sbcglobal.net'],
  ['verizn.net', 'verizon.net'],
  ['roe-roofing.con', 'roe-roofing.com'],
])('for name@%s, name@%s was probably meant', (wrong, right) => {
  expect(suggestedEmail(` Na.me+1@${wrong} `)).toBe(`Na.me+1@${right}`);
});

test.each([
  'dana@gmail.com',
  'dana@GMAIL.com',
  'dana@mail.com',
  'dana@ymail.com',
  'dana@email.com',
  'dana@yahoo.ca',
  'dana@hotmail.fr',
  'dana@outlook.de',
  'dana@roe-roofing.com',
  'dana@example.co',
  'dana@roe.construction',
  'dana@',
  '@gmial.com',
  'dana',
  'a@b@gmial.com',
  '',
])('nothing else was meant by %s', (email) => {
  expect(suggestedEmail(email)).toBeUndefined();
});

test('a suggestion costs at most 1 KB', () => {
  const source = readFileSync('src/islands/contact-form/email-hint.ts');
  expect(brotliCompressSync(source).length).toBeLessThanOrEqual(1024);
});

test('an address that works for minutes is told from others', () => {
  for (const email of ['a@mailinator.com', 'A@YOPMAIL.COM', 'a@x.mailinator.com', 'a@b@grr.la'])
    expect(isThrowAway(email), email).toBe(true);
  for (const email of ['a@gmail.com', 'mailinator.com@gmail.com', 'a@notmailinator.com', 'a'])
    expect(isThrowAway(email), email).toBe(false);
});
