/** A name in Hebrew with Latin letters in brackets, which only its direction puts in the right place. */
import type { Locator } from 'playwright/test';
import { leads } from '../support/pages/fake-inbox.ts';
import { nameOf } from '../support/pages/menus.ts';
import { expect, inboxOf, test } from '../support/pages/stubbed.ts';

const name = 'שרה כהן (Cohen)!';

/** Whether the first letter is to the right of the last one. */
const isMirrored = (text: Locator) =>
  text.evaluate((element) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const [first = 0, last = 0] = [0, words.length - 1].map((at) => {
      const range = document.createRange();
      range.setStart(words, at);
      range.setEnd(words, at + 1);
      return range.getBoundingClientRect().left;
    });
    return first > last;
  });

test('a right-to-left name starts at the right, in the form, the list and the panel', async ({
  page,
  form,
}) => {
  await form.open('/contact');
  const isRightToLeft = () => form.field('Name').evaluate((it) => it.matches(':dir(rtl)'));
  await form.field('Name').fill(name);
  expect(await isRightToLeft()).toBe(true);
  await form.field('Name').fill('Cohen (שרה)');
  expect(await isRightToLeft()).toBe(false);

  await inboxOf(
    page,
    leads(1).map((it) => ({ ...it, name, message: name })),
  );
  expect(await isMirrored(nameOf(page, 0))).toBe(true);
  await nameOf(page, 0).click();
  const panel = page.getByRole('dialog');
  expect(await isMirrored(panel.getByRole('heading').first())).toBe(true);
  expect(await isMirrored(panel.getByRole('region', { name: 'Message' }).locator('p'))).toBe(true);
});
