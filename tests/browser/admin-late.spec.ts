/** An answer that takes long leaves the keyboard to whoever has gone on meanwhile. */
import { toast } from '../support/pages/contact-form.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { expect, test, type Page, type StubbedInbox } from '../support/pages/stubbed-inbox.ts';

const name = (page: Page, row: number) =>
  page.locator('tbody tr[data-id]').nth(row).getByRole('rowheader').getByRole('button');

/** Holds back the answers to these calls until the returned function is called. */
async function holdBack(page: Page, calls: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(calls, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

const callsTo = (path: string, { calls }: StubbedInbox) =>
  calls.filter((it) => it === `POST ${path}`);

test('whoever searches while a lead is archived types into the search', async ({
  page,
  enterStubbed,
}) => {
  const inbox = await enterStubbed(leads(5).map((it) => ({ ...it, answered: null })));
  const answer = await holdBack(page, '**/api/archive-submission');
  await name(page, 1).focus();
  await page.keyboard.press('e');
  await page.keyboard.press('/');
  answer();
  await expect(toast(page, 'Archived')).toBeVisible();
  await page.keyboard.type('are');
  await expect(page.getByRole('searchbox')).toHaveValue('are');
  expect(callsTo('/api/archive-submission', inbox)).toHaveLength(1);
});

test('whoever searches while more leads load types into the search', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(80));
  const answer = await holdBack(page, '**/api/submissions?*cursor=*');
  await page.getByRole('button', { name: 'Load more' }).press('Enter');
  await page.keyboard.press('/');
  answer();
  await expect(page.getByText('End of the list')).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('whoever goes on while a bulk resend looks for leads sends none of them', async ({
  page,
  enterStubbed,
}) => {
  const inbox = await enterStubbed(leads(40));
  await expect(name(page, 0)).toBeVisible();
  const answer = await holdBack(page, '**/api/submissions?*delivery=*');
  await page.getByRole('button', { name: 'Resend all failed' }).click();
  await name(page, 2).focus();
  answer();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
  await expect(name(page, 2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(callsTo('/api/resend-to-webhook', inbox)).toHaveLength(0);
});

test('the question of a bulk resend goes with the filter that it was asked for', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(40));
  await page.getByRole('button', { name: 'Resend all failed' }).click();
  const send = page.getByRole('button', { name: 'Send now' });
  await expect(send).toBeFocused();
  await page.getByRole('combobox', { name: 'Industry' }).selectOption('hvac');
  await expect(send).toBeHidden();
});
