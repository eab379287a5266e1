import { phoneOf, visitor } from '../support/pages/contact-form.ts';
import { test as base } from '../support/pages/inbox-site.ts';
import { demoAdmin } from '../support/pages/sign-in.ts';
import { isHere, start, type Driver, type Engine } from './driver.ts';
import { Tab } from './tab.ts';

export { expect } from 'playwright/test';

interface Fixtures {
  here: boolean;
  /** A window that knows nothing, as wide as the project says. */
  tab: Tab;
  /** The same in a browser with its JavaScript turned off. */
  plainTab: Tab;
}

interface WorkerFixtures {
  engine: Engine;
  width: number;
  driver: Driver;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  width: [1280, { option: true, scope: 'worker' }],
  here: [
    async ({ engine }, use, info) => {
      info.skip(!isHere(engine), `There is no ${engine} here.`);
      await use(true);
    },
    { auto: true },
  ],
  driver: [
    async ({ engine }, use) => {
      await using driver = await start(engine);
      await use(driver);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // The others' listen to Chromium, and would start it.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it.
  complaints: async ({}, use) => {
    await use(undefined as never);
  },
  tab: async ({ driver, site, width }, use) => {
    const tab = await openTab(driver, site.address, width);
    await use(tab);
    // A page of the site without a script, which would write again what it forgets.
    await tab.open('/robots.txt');
    await tab.run(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
  },
  plainTab: async ({ engine, site, width }, use) => {
    await using driver = await start(engine, { script: false });
    await use(await openTab(driver, site.address, width));
  },
});

export async function openTab({ send }: Driver, site: string, width: number): Promise<Tab> {
  const tab = new Tab(send, site);
  await tab.resize(width);
  return tab;
}

export async function signIn(tab: Tab): Promise<void> {
  await tab.open('/auth');
  await tab.fill('Email', demoAdmin.email);
  await tab.fill('Password', demoAdmin.password);
  await tab.press('button', 'Login');
  await tab.at('/admin');
}

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
