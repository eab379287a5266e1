import { test as base } from '../support/pages/inbox-site.ts';
import { isHere, start, type Driver, type Engine } from './driver.ts';
import { Tab } from './tab.ts';

export { expect } from 'playwright/test';

interface Fixtures {
  here: boolean;
  /** A new window, as wide as the project says. */
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
  tab: async ({ driver, baseURL, width }, use) => {
    const { tab, close } = await openWindow(driver, baseURL ?? '', width);
    await use(tab);
    await close();
  },
  plainTab: async ({ engine, baseURL, width }, use) => {
    await using driver = await start(engine, { script: false });
    await use((await openWindow(driver, baseURL ?? '', width)).tab);
  },
});

/**
 * Opens a window of its own, which has a session storage of its own. A window without bars can be as
 * narrow as a phone.
 */
async function openWindow({ send }: Driver, site: string, width: number) {
  const [first] = (await send('GetWindowHandles')) as string[];
  await send('ExecuteScript', {
    script: `open('about:blank', '_blank', 'noopener,popup,width=${width},height=800')`,
    args: [],
  });
  let handle: string | undefined;
  while (handle === undefined)
    handle = ((await send('GetWindowHandles')) as string[]).find((it) => it !== first);
  await send('SwitchToWindow', { handle });
  await send('SetWindowRect', { width, height: 800 });
  const tab = new Tab(send, site);
  await base.expect
    .poll(() => tab.run(() => innerWidth), { message: 'the width of the window' })
    .toBe(width);
  const close = async () => {
    await tab.run(() => {
      if (location.protocol === 'http:') localStorage.clear();
    });
    await send('CloseWindow');
    await send('SwitchToWindow', { handle: first });
  };
  return { tab, close };
}
