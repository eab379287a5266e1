/** The form with its script, against the real function and the real store: one form, one lead. */
import {
  ContactForm,
  letAMinutePass,
  newEmail,
  phoneOf,
  thanked,
  visitor,
} from '../support/pages/contact-form.ts';
import { delayIsland, failIsland } from '../support/pages/scripts.ts';
import { expectDelivered, submissionsOf, submitPath } from '../support/pages/submissions.ts';
import { expect, test, visit, type Page } from '../support/pages/test.ts';

test.beforeEach(({ page }) => letAMinutePass(page));

test('a form begun on one page and sent on another is stored and delivered, and can be sent again for another company', async ({
  page,
  form,
  request,
  baseURL,
}) => {
  const Email = newEmail();
  await form.open('/contact', { Email, industry: 'roofing' });
  await form.open('/tree-service');
  await expect(form.field('Email')).toHaveValue(Email);
  await form.sendAndBeThanked();
  await expectDelivered(request, Email);
  await page.goBack();
  await form.touch();
  await form.fillIn({ Email, Company: 'Another Company' });
  await form.sendAndBeThanked();
  const lead = {
    name: visitor.Name,
    phone: phoneOf(Email),
    message: visitor.Message,
    consent_marketing: true,
  };
  expect(await submissionsOf(request, Email)).toMatchObject([
    {
      ...lead,
      company: 'Another Company',
      industry: 'roofing',
      source: 'contact_page',
      consent: { page_url: `${baseURL ?? ''}/contact` },
    },
    {
      ...lead,
      company: visitor.Company,
      industry: 'tree-service',
      source: 'contact_form',
      consent: { page_url: `${baseURL ?? ''}/tree-service` },
    },
  ]);
});

test('after a lost response, a copied tab sends changed words as a new lead, and the same words as the same lead', async ({
  page,
  form,
  context,
  request,
  complaints,
}) => {
  const Email = await form.sendInVain(complaints);
  // A duplicated tab starts with a copy of the session storage.
  const copied = await page.evaluate(() => Object.entries(sessionStorage));
  const tab = await context.newPage();
  await tab.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value as string);
  }, copied);
  const copy = new ContactForm(tab);
  await copy.open('/contact');
  await expect(copy.field('Email')).toHaveValue(Email);
  await copy.field('Company').fill('Another Company');
  await copy.sendAndBeThanked();
  await form.sendAndBeThanked();
  const stored = await submissionsOf(request, Email);
  expect(stored.map((it) => it.company)).toEqual(['Another Company', visitor.Company]);
});

/** Presses at the button's position. Playwright's own click waits for the response to a post. */
async function presser({ page, send }: ContactForm): Promise<() => Promise<void>> {
  await send.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await send.boundingBox()) ?? new DOMRect();
  return () => page.mouse.click(x + width / 2, y + height / 2);
}

/** Waits until the form's code has arrived, and has had the time to run. */
async function codeRuns(page: Page, arrive: () => void): Promise<void> {
  const files = ['ContactForm', 'fields'].map((name) =>
    page.waitForEvent('requestfinished', (it) => it.url().includes(`/_astro/${name}.`)),
  );
  arrive();
  await Promise.all(files);
  // Each move is a task of its own, so earlier tasks have run by then.
  for (let moves = 0; moves < 50; moves += 1) await page.mouse.move(moves, moves);
}

for (const isOpenedAgain of [false, true])
  test(`a form sent before its code arrived, and again ${isOpenedAgain ? 'on a page that was opened again' : 'afterwards'}, is one lead`, async ({
    page,
    form,
    request,
  }) => {
    const Email = newEmail();
    const arrive = await delayIsland(page, 'ContactForm');
    const types: unknown[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(`**${submitPath}`, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      types.push(await route.request().headerValue('content-type'));
      await released;
      // A second press aborts the first one's response.
      await route.fulfill({ response }).catch(() => undefined);
    });
    await visit(page, '/contact');
    await form.fillIn({ Email });
    let press = await presser(form);
    await press();
    await expect.poll(() => types.length).toBe(1);
    if (isOpenedAgain) {
      arrive();
      await visit(page, '/contact');
      await form.fillIn({ Email });
      press = await presser(form);
    } else await codeRuns(page, arrive);
    await press();
    await expect.poll(() => types.length).toBe(2);
    release(undefined);
    await expect(page).toHaveURL(thanked);
    if (!isOpenedAgain) expect(types).toEqual(Array(2).fill('application/x-www-form-urlencoded'));
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });

test.describe('a form that was sent without a response before the page was opened again', () => {
  test('is one lead if it is sent again before its code arrives', async ({
    page,
    form,
    request,
    complaints,
  }) => {
    const Email = await form.sendInVain(complaints);
    const arrive = await delayIsland(page, 'ContactForm');
    await page.reload();
    await form.fillIn({ Email });
    await form.send.click();
    await form.send.click();
    await expect(form.root).toHaveJSProperty('noValidate', false);
    arrive();
    await expect(form.thanks).toBeVisible();
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });

  test('is posted by the browser as the same lead if its code fails to load', async ({
    page,
    form,
    request,
    complaints,
  }) => {
    complaints.excuseError('/_astro/');
    const Email = await form.sendInVain(complaints);
    await failIsland(page, 'ContactForm');
    await page.reload();
    await form.fillIn({ Email });
    await form.send.click();
    await expect(page).toHaveURL(thanked);
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });
});
