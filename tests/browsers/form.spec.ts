/** The form of a visitor, from its words to thanks. */
import { newEmail, phoneOf, visitor } from '../support/pages/contact-form.ts';
import type { InboxSite } from '../support/pages/inbox-site.ts';
import type { Tab } from './tab.ts';
import { expect, test } from './test.ts';

async function fillIn(tab: Tab, Email: string, fields: object = {}) {
  const words = { ...visitor, Email, Phone: phoneOf(Email), Message: 'Two crews', ...fields };
  for (const [label, text] of Object.entries(words)) await tab.fill(new RegExp(`^${label}`), text);
  await tab.choose(/^Industry/, 'roofing');
  await tab.press('field', /^I agree/);
}

const leadsOf = async ({ store }: InboxSite, email: string) => store.idsOf(email, 5);

test('a visitor is told what is wrong, corrects it, and is thanked', async ({ tab, site }) => {
  const email = newEmail();
  await tab.open('/contact');
  await tab.press('field', /^Name/);
  await tab.expect(true, () => document.querySelector('form')?.noValidate);
  await fillIn(tab, email, { Phone: ' ' });
  await tab.press('button', 'Send My Request');
  await tab.reads('Phone is required', '.toast');
  await tab.expect('phone', () => document.activeElement?.getAttribute('name'));
  expect(await tab.axe()).toEqual([]);
  await tab.fill(/^Phone/, phoneOf(email));
  await tab.press('button', 'Send My Request');
  await tab.one('heading', 'Thank You!');
  expect(await leadsOf(site, email)).toHaveLength(1);
  expect(await tab.axe()).toEqual([]);
});

test('without JavaScript, the browser itself posts the form', async ({ plainTab, site }) => {
  const email = newEmail();
  await plainTab.open('/');
  // Its condition: only a browser without scripts shows what is for such a browser.
  await plainTab.expect(true, () => document.querySelector('main noscript > *')?.checkVisibility());
  await plainTab.open('/contact');
  await fillIn(plainTab, email);
  await plainTab.press('button', 'Send My Request');
  await plainTab.at(/^\/thank-you\?version=/);
  await plainTab.one('heading', 'Thank You!');
  expect(await leadsOf(site, email)).toHaveLength(1);
});
