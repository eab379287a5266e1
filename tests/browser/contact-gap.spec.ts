/** A form that is sent before its code is here, against the real function and the real store. */
import {
  fillIn,
  formOn,
  newEmail,
  sendButton,
  sendInVain,
  thanked,
  thanks,
} from '../support/pages/contact-form.ts';
import { delayIsland, failIsland } from '../support/pages/island.ts';
import { submitPath } from '../support/builders/submissions.ts';
import { submissionsOf } from '../support/servers/inbox-api.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

/** Lets each post through to the function, and holds what it answers. */
async function holdAnswers(page: Page) {
  const types: string[] = [];
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(`**${submitPath}`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    types.push((await route.request().headerValue('content-type')) ?? '');
    await promise;
    // A second press gives up the first one's answer.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return {
    types,
    release: () => {
      resolve(undefined);
    },
  };
}

/** Presses where the button is. Playwright's own click waits for the answer to a post. */
async function presser(page: Page): Promise<() => Promise<void>> {
  await sendButton(page).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await sendButton(page).boundingBox()) ?? new DOMRect();
  return () => page.mouse.click(x + width / 2, y + height / 2);
}

/** Waits until the form's code has arrived, and has had the time to run. */
async function codeRuns(page: Page, arrive: () => void): Promise<void> {
  const files = ['ContactForm', 'shared'].map((name) =>
    page.waitForEvent('requestfinished', (it) => it.url().includes(`/_astro/${name}.`)),
  );
  arrive();
  await Promise.all(files);
  // The page answers each of these in a task of its own.
  for (let moves = 0; moves < 50; moves += 1) await page.mouse.move(moves, moves);
}

test.describe('a form that is sent before its code is here', () => {
  test('is one lead, also if its answer takes long and it is sent again with the code here', async ({
    page,
    visit,
    request,
  }) => {
    const Email = newEmail();
    const arrive = await delayIsland(page, 'ContactForm');
    const { types, release } = await holdAnswers(page);
    await visit('/contact');
    await fillIn(page, { Email });
    const press = await presser(page);
    await press();
    await expect.poll(() => types.length).toBe(1);
    await codeRuns(page, arrive);
    await press();
    await expect.poll(() => types.length).toBe(2);
    release();
    await expect(page).toHaveURL(thanked);
    expect(types).toEqual(Array(2).fill('application/x-www-form-urlencoded'));
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });

  test('is one lead, also if the page is opened again before the answer and it is sent again', async ({
    page,
    visit,
    request,
  }) => {
    const Email = newEmail();
    const arrive = await delayIsland(page, 'ContactForm');
    const { types, release } = await holdAnswers(page);
    await visit('/contact');
    await fillIn(page, { Email });
    await (
      await presser(page)
    )();
    await expect.poll(() => types.length).toBe(1);
    arrive();
    await visit('/contact');
    await fillIn(page, { Email });
    await (
      await presser(page)
    )();
    await expect.poll(() => types.length).toBe(2);
    release();
    await expect(page).toHaveURL(thanked);
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });
});

test.describe('a form that was sent, but never answered, before the page was opened again', () => {
  test('is one lead if it is sent again before its code is here', async ({
    page,
    visit,
    request,
    complaints,
  }) => {
    const Email = await sendInVain({ page, visit, complaints });
    const arrive = await delayIsland(page, 'ContactForm');
    await page.reload();
    await fillIn(page, { Email });
    await sendButton(page).click();
    await sendButton(page).click();
    await expect(formOn(page)).toHaveJSProperty('noValidate', false);
    arrive();
    await expect(thanks(page)).toBeVisible();
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });

  test('is posted by the browser as the same lead if its code fails to load', async ({
    page,
    visit,
    request,
    complaints,
  }) => {
    complaints.excuseError('/_astro/');
    const Email = await sendInVain({ page, visit, complaints });
    await failIsland(page, 'ContactForm');
    await page.reload();
    await fillIn(page, { Email });
    await sendButton(page).click();
    await expect(page).toHaveURL(thanked);
    expect(await submissionsOf(request, Email)).toHaveLength(1);
  });
});
