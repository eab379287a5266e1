/** Every state that an island can be in, seen by axe-core and on a zoomed phone. */
import { axeFaults, enhancedContrast } from '../support/pages/axe.ts';
import {
  fieldOf,
  fillIn,
  hydrated,
  sendButton,
  thanks,
  toast,
} from '../support/pages/contact-form.ts';
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

const ofForm: Omit<State, 'path'>[] = [
  {
    name: 'with a field that is wrong',
    enter: async (page) => {
      await fillIn(page, { Phone: '' });
      await sendButton(page).click();
      await expect(toast(page, 'Validation Error')).toBeVisible();
    },
  },
  {
    name: 'with the consent missing',
    enter: async (page) => {
      await fillIn(page, { consent: false });
      await sendButton(page).click();
      await expect(toast(page, 'Validation Error')).toBeVisible();
    },
  },
  {
    name: 'while it is sent',
    enter: async (page) => {
      (await stubSubmissions(page)).hold();
      await fillIn(page);
      await sendButton(page).click();
      await expect(sendButton(page)).toBeDisabled();
    },
  },
  {
    name: 'after a failure',
    enter: async (page) => {
      (await stubSubmissions(page)).answer({ status: 500 });
      await fillIn(page);
      await sendButton(page).click();
      await expect(toast(page, 'Submission Failed')).toBeVisible();
    },
  },
  {
    name: 'when it is sent',
    enter: async (page) => {
      await stubSubmissions(page);
      await fillIn(page);
      await sendButton(page).click();
      await expect(thanks(page)).toBeVisible();
    },
  },
  {
    name: 'empty again',
    enter: async (page) => {
      await stubSubmissions(page);
      await fillIn(page);
      await sendButton(page).click();
      await page.getByRole('button', { name: 'Submit Another Request' }).click();
      await expect(sendButton(page)).toBeVisible();
    },
  },
];

const states: State[] = [
  ...['/contact', '/tree-service'].flatMap((path) =>
    ofForm.map(({ name, enter }) => ({
      path,
      name: `the form ${name}`,
      enter: async (page: Page) => {
        await hydrated(page);
        await enter(page);
      },
    })),
  ),
  ...['/', '/pricing'].flatMap((path) =>
    ['legal', 'other'].map((value) => ({
      path,
      name: `the price checker with ${value} chosen`,
      enter: async (page: Page) => {
        await checker(page).scrollIntoViewIfNeeded();
        await checker(page).selectOption(value);
        await expect(page.getByRole('link', { name: 'Get My Leads Now' }).first()).toBeVisible();
      },
    })),
  ),
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
      await fieldOf(page, 'Name').click();
      await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
    },
  },
];

for (const { path, name, enter } of states) {
  test(`${path} with ${name} has no accessibility violations, and fits its window at 200 %`, async ({
    page,
    visit,
    complaints,
  }) => {
    complaints.excuseFailing(submitPath);
    complaints.excuseError('broken by the test');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(path);
    await enter(page);
    await page.evaluate(() => {
      for (const it of document.getAnimations())
        if (it.effect?.getComputedTiming().endTime === Infinity) it.cancel();
        else it.finish();
    });
    expect(await axeFaults(page, enhancedContrast)).toEqual([]);

    // A phone of 640 px, zoomed.
    await page.setViewportSize({ width: 320, height: 512 });
    expect(await sidewaysScroll(page)).toEqual([]);
    for (const it of await page.locator('.toast').all())
      await expect(it).toBeInViewport({ ratio: 1 });
  });
}
