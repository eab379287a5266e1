/** Each state of an island, also after a crash, checked by axe-core and on a zoomed phone. */
import { company } from '../../src/copy/company.ts';
import { axeFaults, enhancedContrast, sidewaysScroll } from '../support/pages/looks.ts';
import { toast } from '../support/pages/contact-form.ts';
import { cardsIn, centre } from '../support/pages/feed.ts';
import { priceOf } from '../support/builders/words.ts';
import { stubSubmissions, submitPath } from '../support/pages/submissions.ts';
import { expect, test, visit, type Page } from '../support/pages/test.ts';

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

test('a paused feed has no accessibility violations, and fits its window at 200 %', async ({
  page,
}) => {
  await visit(page, '/tree-service');
  await centre(page);
  await expect(cardsIn(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Pause the feed' }).click();
  await expect(page.getByRole('button', { name: 'Play the feed' })).toBeVisible();
  await expectNoFault(page);
});

test('the form in any state has no accessibility violations, and fits its window at 200 %', async ({
  page,
  form,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { answer, hold } = await stubSubmissions(page);
  await form.open('/contact');
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
});

const broken = 'broken by the test';
const errorIn = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' });

/** Chromium tells Playwright that a beacon was sent, but not its body. */
async function listenToBeacons(page: Page) {
  const sent: unknown[] = [];
  await page.exposeFunction('tellTest', (text: string) => sent.push(JSON.parse(text)));
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    const { tellTest } = window as unknown as { tellTest: (text: string) => void };
    navigator.sendBeacon = (url, body) => {
      void (body as Blob).text().then(tellTest);
      return send(url, body);
    };
  });
  return {
    sent,
    /** What one action makes the page report, after the site has accepted it. */
    during: async (act: () => Promise<unknown>) => {
      const [answer] = await Promise.all([page.waitForResponse('**/api/reports'), act()]);
      expect(answer.status()).toBe(204);
      await expect.poll(() => sent.length).toBeGreaterThan(0);
      return sent.at(-1);
    },
  };
}

test('a working form reports so once, after the first touch', async ({ page, form }) => {
  const beacons = await listenToBeacons(page);
  await visit(page, '/contact?from=an-ad');
  await page.mouse.wheel(0, 400);
  expect(beacons.sent).toEqual([]);
  expect(await beacons.during(() => form.field('Name').click())).toEqual([
    { type: 'form-works', url: '/contact' },
  ]);
  await form.fillIn();
  expect(beacons.sent).toHaveLength(1);
});

test('a form whose script does not arrive is reported', async ({ page, form, complaints }) => {
  for (const it of ['Error hydrating', 'status of 404']) complaints.excuseError(it);
  const beacons = await listenToBeacons(page);
  await page.route('**/_astro/ContactForm*', (route) => route.fulfill({ status: 404 }));
  await visit(page, '/contact');
  const report = await beacons.during(() => form.field('Name').click());
  expect(report).toMatchObject([{ type: 'form-failed', url: '/contact' }]);
  expect(JSON.stringify(report)).toMatch(/"file":"\/_astro\/ContactForm[^"]+"/);
});

test('a crashed form shows an error in its place, the rest of the page works, and a reload restores it', async ({
  page,
  form,
  complaints,
}) => {
  complaints.excuseError(broken);
  const beacons = await listenToBeacons(page);
  // Only once: when mounted, the form turns off the browser's own validation messages.
  await page.addInitScript((message) => {
    if (sessionStorage.getItem('seen')) return;
    sessionStorage.setItem('seen', 'once');
    Object.defineProperty(HTMLFormElement.prototype, 'noValidate', {
      set: () => {
        throw new Error(message);
      },
    });
  }, broken);
  await visit(page, '/contact');
  await beacons.during(() => form.field('Name').click());
  // The form may have reported that it works, just before it crashed. The site counts the failure.
  const failure = () =>
    beacons.sent.find((report) => JSON.stringify(report).includes('form-failed'));
  await expect.poll(failure).toMatchObject([{ type: 'form-failed', url: '/contact' }]);
  expect(JSON.stringify(failure())).toMatch(
    /"file":"http[^"]+\/_astro\/ContactForm[^"]+","line":\d/,
  );
  await expect(errorIn(page)).toBeVisible();
  await expect(form.root).toHaveCount(0);
  await expectNoFault(page);
  await page.getByText('How quickly will I start getting leads?').click();
  await expect(page.getByText('Your campaign is live within')).toBeVisible();
  await errorIn(page).getByRole('button', { name: 'Reload the page' }).click();
  await form.touch();
  await expect(errorIn(page)).toHaveCount(0);
});

test('a crashed feed leaves the other islands working', async ({ page, complaints }) => {
  complaints.excuseError(broken);
  // Once mounted, the feed reads the motion preference.
  await page.addInitScript((message) => {
    window.matchMedia = () => {
      throw new Error(message);
    };
  }, broken);
  await visit(page, '/');
  await centre(page);
  await expect(errorIn(page)).toHaveCount(1);
  await expect(cardsIn(page)).toHaveCount(0);
  const select = page.getByRole('combobox', { name: 'Select Your Industry' });
  await select.scrollIntoViewIfNeeded();
  await select.selectOption('legal');
  const result = page.locator('astro-island [aria-live]');
  await expect(result).toContainText(priceOf('Legal / Disability / Insurance'));
});

test.describe('on a deploy without settings, without an emulator', () => {
  test.use({ baseURL: 'https://new-site.test' });

  test('a site without settings says what to set at /admin, and gives an address to write to at /contact', async ({
    page,
    form,
    complaints,
  }) => {
    await page.route('https://new-site.test/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const url = `${process.env.SITE_ADDRESS ?? ''}${pathname}${search}`;
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await visit(page, '/admin');
    await page.waitForURL('/auth');
    const card = page.getByRole('main');
    await expect(card).toContainText('Nobody can sign in yet, because this site isn’t set up.');
    await expect(card).toContainText('npm run setup');
    await expect(card).toContainText('PUBLIC_FIREBASE_API_KEY');
    await expect(card.locator('form, button, input')).toHaveCount(0);
    expect(await axeFaults(page)).toEqual([]);

    complaints.excuseFailing(submitPath);
    await page.route(`**${submitPath}`, (route) =>
      route.fulfill({ status: 503, json: { error: 'Not yet.', reason: 'not-set-up' } }),
    );
    await form.open('/contact', {});
    await form.send.click();
    await expect(toast(page, 'Submission Failed')).toContainText(`write to ${company.email}`);
    await form.expectKept();
  });
});
