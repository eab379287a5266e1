import { expect, test } from 'vitest';
import { suggestedEmail } from '../../../src/islands/contact-form/email-hint.ts';

const slips = {
  'gmail.com': `gmial.com gmal.com gmil.com gmai.com gamil.com gnail.com gmaill.com ggmail.com gmail.co
    gmail.cm gmail.om gmail.con gmail.cpm gmail.vom gmail.comm gmail..com gmail,com gmailcom gmail.com.
    gmial.con`,
  'yahoo.com': 'yaho.com yahooo.com yhaoo.com yahoo.con yahoo..com tahoo.com',
  'hotmail.com': 'hotmial.com hotmal.com hotmil.com hotmaill.com hotmail.cmo hitmail.com',
  'outlook.com': 'outlok.com outloook.com outlook.con',
  'icloud.com': 'iclod.com icloud.xom',
  'aol.com': 'aol.con',
  'comcast.net': 'comcast.ne',
  'sbcglobal.net': 'sbcgloabl.net',
  'verizon.net': 'verizn.net',
  'roe-roofing.com': 'roe-roofing.con',
};

test.each(Object.entries(slips))('name@%s is suggested for each slip: %s', (right, wrong) => {
  for (const it of wrong.split(/\s+/))
    expect(suggestedEmail(` Na.me+1@${it} `), it).toBe(`Na.me+1@${right}`);
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
