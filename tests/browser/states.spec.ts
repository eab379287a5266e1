/** Every state that an island can be in, seen by axe-core and on a zoomed phone. */
import { axeFaults, enhancedContrast } from '../support/pages/axe.ts';
import { toast } from '../support/pages/contact-form.ts';
import { cardsIn, centre } from '../support/pages/feed.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { stubSubmissions, submitPath } from '../support/builders/submissions.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const checker = (page: Page) => page.getByRole('combobox', { name: 'Select Your Industry' });

interface State {
  path: string;
  name: string;
  enter: (page: Page) => Promise<void>;
}

const states: State[] = [
  ...['/', '/pricing'].map((path) => ({
    path,
    name: 'a price or a quote in the price checker',
    enter: async (page: Page) => {
      await checker(page).scrollIntoViewIfNeeded();
      for (const value of ['legal', 'other']) {
        await checker(page).selectOption(value);
        await expect(page.getByRole('link', { name: 'Get My Leads Now' }).first()).toBeVisible();
        if (value === 'legal') await expectNoFault(page);
      }
    },
  })),
  ...['/', '/tree-service'].map((path) => ({
    path,
    name: 'the feed paused',
    enter: async (page: Page) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await centre(page);
      await expect(cardsIn(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Pause the feed' }).click();
      await expect(page.getByRole('button', { name: 'Play the feed' })).toBeVisible();
      await page.emulateMedia({ reducedMotion: 'no-preference' });
    },
  })),
  {
    path: '/contact',
    name: 'the form broken',
    enter: async (page) => {
      await page.addInitScript(() => {
        // When mounted, the form turns off the browser's own validation messages.
        Object.defineProperty(HTMLFormElement.prototype, 'noValidate', {
          set: () => {
            throw new Error('broken by the test');
          },
        });
      });
      await page.reload();
      await page.getByLabel('Name').click();
      await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
    },
  },
];

async function expectNoFault(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const it of document.getAnimations())
      if (it.effect?.getComputedTiming().endTime === Infinity) it.cancel();
      else it.finish();
  });
  expect(await axeFaults(page, enhancedContrast)).toEqual([]);

  // A phone of 640 px, zoomed.
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 512 });
  expect(await sidewaysScroll(page)).toEqual([]);
  for (const it of await page.locator('.toast').all())
    await expect(it).toBeInViewport({ ratio: 1 });
  if (wide) await page.setViewportSize(wide);
}

for (const { path, name, enter } of states) {
  test(`${path} with ${name} has no accessibility violations, and fits its window at 200 %`, async ({
    page,
    visit,
    complaints,
  }) => {
    complaints.excuseError('broken by the test');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(path);
    await enter(page);
    await expectNoFault(page);
  });
}

for (const path of ['/contact', '/tree-service']) {
  test(`${path} with the form in any state has no accessibility violations, and fits its window at 200 %`, async ({
    page,
    form,
    complaints,
  }) => {
    complaints.excuseFailing(submitPath);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { answer, hold } = await stubSubmissions(page);
    await form.open(path);
    const shown = async (title: string, then: () => Promise<void>) => {
      await expect(toast(page, title)).toBeVisible();
      await then();
      await toast(page, title).getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.locator('.toast')).toHaveCount(0);
    };
    const looksRight = (state: string) => () => test.step(state, () => expectNoFault(page));

    await form.fillIn({ Phone: '' });
    await form.send.click();
    await shown('Validation Error', looksRight('a field that is wrong'));
    await form.fillIn({ consent: false });
    await form.send.click();
    await shown('Validation Error', looksRight('the consent missing'));
    await form.fillIn();
    answer({ status: 500 });
    await form.send.click();
    await shown('Submission Failed', looksRight('after a failure'));
    answer({ status: 201 });
    const release = hold();
    await form.send.click();
    await expect(form.send).toBeDisabled();
    await looksRight('while it is sent')();
    release();
    await expect(form.thanks).toBeVisible();
    await looksRight('when it is sent')();
    await page.getByRole('button', { name: 'Submit Another Request' }).click();
    await expect(form.send).toBeVisible();
    await looksRight('empty again')();
  });
}
