/** The form of /contact in Firefox or WebKit. */
import { phoneOf, visitor } from '../support/pages/contact-form.ts';
import type { Tab } from './tab.ts';

/** What a visitor types. */
export const wordsOf = (Email: string) => ({
  ...visitor,
  Email,
  Phone: phoneOf(Email),
  Message: 'Two crews',
});

/** Opens the page, and waits for the code that the first touch loads. A driver types faster than it comes. */
export async function openForm(tab: Tab): Promise<void> {
  await tab.open('/contact');
  await touch(tab);
}

export async function touch(tab: Tab): Promise<void> {
  await tab.press('field', /^Name/);
  await tab.expect(true, () => document.querySelector('form')?.noValidate);
}

export async function fillIn(tab: Tab, words: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(words)) await tab.fill(new RegExp(`^${label}`), text);
  await tab.choose(/^Industry/, 'roofing');
  await tab.press('field', /^I agree/);
}

export const send = (tab: Tab) => tab.press('button', 'Send My Request');

export const thanked = (tab: Tab) => tab.one('heading', 'Thank You!');
