/** A person who wants no more contact, from the panel to the release, with a real store and functions. */
import { axeFaults } from '../support/pages/axe.ts';
import { toast } from '../support/pages/contact-form.ts';
import { expect, openButton, panelOf, rowOf, test, viewOf } from '../support/pages/inbox-site.ts';
import { aSubmission } from '../support/builders/requests.ts';

test('the do-not-contact list holds a person’s leads until they agree again, and still does once they are erased', async ({
  page,
  enter,
  seed,
  site,
}) => {
  const email = `p${crypto.randomUUID().slice(0, 8)}@example.com`;
  const phone = `(713) 555-${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  const { word, records } = await seed(1, () => ({ email, phone }));
  const [first] = records;
  await enter(viewOf(word));
  await openButton(page, first?.id ?? '').click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Do not contact' }).click();
  await expect(toast(page, `${first?.name ?? ''} is on the do-not-contact list now`)).toBeVisible();
  await expect(panel).toContainText('This person asked not to be contacted.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('button', { name: 'Do not contact' })).toBeVisible();
  await panel.getByRole('button', { name: 'Do not contact' }).click();
  await expect(panel.getByRole('button', { name: 'Allow contact again' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  const lead = aSubmission({ email, phone, company: `${word} Roofing` });
  const sent = await page.request.post('/api/submit-contact', { data: lead });
  expect(sent.status()).toBe(201);
  await page.goto(viewOf(word, '&delivery=held'));
  await openButton(page, lead.id).click();
  await expect(panel).toContainText('Held and not sent.');
  await expect(panel.getByRole('button', { name: 'Allow contact again' })).toBeVisible();
  await expect(page.getByText('0 held as spam')).toBeVisible();

  const question = page.getByRole('dialog', { name: 'Has this person agreed again?' });
  await panel.getByRole('button', { name: 'Release' }).click();
  await expect(question).toContainText('only if they have agreed');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Release' })).toBeFocused();
  await panel.getByRole('button', { name: 'Close' }).click();
  await rowOf(page, lead.id)
    .getByRole('button', { name: /^Release/ })
    .click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, lead.id)).toContainText('Held');
  await openButton(page, lead.id).click();
  await page.keyboard.press('r');
  await question.getByRole('button', { name: 'Release' }).click();
  await expect(toast(page, 'Released')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Do not contact' })).toBeVisible();
  await expect.poll(() => site.webhook.of(lead.id).length).toBe(1);

  await panel.getByRole('button', { name: 'Do not contact' }).click();
  await expect(panel.getByRole('button', { name: 'Allow contact again' })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Erase a person' }).click();
  const erasing = page.getByRole('dialog', { name: 'Erase a person' });
  const didTheyAgree = async (person: string) => {
    await erasing.getByText('Did they agree?').click();
    await erasing.getByRole('textbox', { name: 'E-mail or phone' }).fill(person);
    await page.keyboard.press('Enter');
  };
  await didTheyAgree(phone);
  await expect(erasing).toContainText(`Nobody with ${phone} was erased`);
  await erasing.getByRole('textbox', { name: 'Email of the person' }).fill(email);
  await page.keyboard.press('Enter');
  await erasing.getByRole('button', { name: 'Erase 2 submissions' }).click();
  await expect(toast(page, '2 submissions erased')).toBeVisible();
  await page.getByRole('button', { name: 'Erase a person' }).click();
  await didTheyAgree(phone);
  await expect(erasing.getByText(`${phone} agreed on`)).toHaveCount(2);
  await expect(erasing).toContainText(`to version ${lead.consent_version}, and was erased on`);
  expect(await axeFaults(page)).toEqual([]);
  const last = aSubmission({ email: `other-${email}`, phone });
  expect((await page.request.post('/api/submit-contact', { data: last })).status()).toBe(201);
  expect((await site.store.get(last.id))?.delivery).toMatchObject({ state: 'held' });
});
