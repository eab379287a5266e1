/** The form of a visitor, from its words to thanks. */
import { newEmail, phoneOf } from '../support/pages/contact-form.ts';
import { expect, fillIn, openForm, send, test, thanked, wordsOf } from './test.ts';

test('a visitor is told what is wrong, corrects it, and is thanked', async ({ tab, site }) => {
  const email = newEmail();
  await openForm(tab);
  await fillIn(tab, { ...wordsOf(email), Phone: ' ' });
  await send(tab);
  await tab.reads('Phone is required', '.toast');
  await tab.expect('phone', () => document.activeElement?.getAttribute('name'));
  expect(await tab.axe()).toEqual([]);
  await tab.fill(/^Phone/, phoneOf(email));
  await send(tab);
  await thanked(tab);
  expect(await site.store.idsOf(email, 5)).toHaveLength(1);
  expect(await tab.axe()).toEqual([]);
});

test('without JavaScript, the menu opens, and the browser itself posts the form', async ({
  plainTab: tab,
  width,
  site,
}) => {
  const email = newEmail();
  await tab.open('/');
  // Its condition: only a browser without scripts shows what is for such a browser.
  await tab.expect(true, () => document.querySelector('main noscript > *')?.checkVisibility());
  if (width < 800) await tab.press('button', 'Menu');
  await tab.press('link', 'Contact', 'header');
  await tab.at('/contact');
  await fillIn(tab, wordsOf(email));
  await send(tab);
  await tab.at(/^\/thank-you\?version=/);
  await thanked(tab);
  expect(await site.store.idsOf(email, 5)).toHaveLength(1);
});
