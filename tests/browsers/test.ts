/**
 * Drives Debian's Firefox and WebKit with Selenium. Playwright needs its own builds of both; it starts Debian's Firefox
 * 153 over BiDi, but stops at `emulation.setMediaFeaturesOverride`, which this Firefox doesn't have.
 */
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'playwright/test';
import { Builder, By, type Locator, type WebDriver, type WebElement } from 'selenium-webdriver';
import firefox from 'selenium-webdriver/firefox.js';
import type * as remote from 'selenium-webdriver/remote';
import { RunningSite } from '../support/servers/running-site.ts';

// A folder, which `import` can't load.
const { DriverService } = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
) as typeof remote;

export type Engine = 'firefox' | 'webkit';

const { env } = process;
const cargo = path.join(env.CARGO_HOME ?? path.join(homedir(), '.cargo'), 'bin');
const folders = [...(env.PATH ?? '').split(path.delimiter), cargo];
/** The path of the first of these programs that is installed. */
const program = (...names: string[]) =>
  names.flatMap((name) => folders.map((it) => path.join(it, name))).find((it) => existsSync(it));

const needed = {
  firefox: { browser: program('firefox-esr', 'firefox'), driver: program('geckodriver') },
  webkit: {
    browser: globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0],
    driver: program('WebKitWebDriver'),
    screen: program('Xvfb'),
  },
};

// Without an address, GTK would start a D-Bus daemon that outlives the browser.
const environment = { ...env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' } as Record<string, string>;

function startFirefox(script: boolean): Promise<WebDriver> {
  const { browser = '', driver } = needed.firefox;
  const options = new firefox.Options()
    .setBinary(browser)
    .addArguments('-headless')
    .setPreference('javascript.enabled', script);
  const service = new firefox.ServiceBuilder(driver).setEnvironment(environment);
  return new Builder()
    .forBrowser('firefox')
    .setFirefoxOptions(options)
    .setFirefoxService(service)
    .build();
}

async function startWebKit(script: boolean, stack: AsyncDisposableStack): Promise<WebDriver> {
  const { browser: binary, driver = '', screen = '' } = needed.webkit;
  // Unlike Firefox, WebKitGTK always needs a screen.
  const size = ['-screen', '0', '1400x1000x24'];
  const xvfb = stack.use(new RunningSite('.', { command: [screen, '-displayfd', '1', ...size] }));
  await xvfb.says(/^\d+$/m);
  const DISPLAY = `:${xvfb.stdout.trim()}`;
  const service = new DriverService.Builder(driver)
    .setLoopback(true)
    .setEnvironment({ ...environment, DISPLAY })
    .build();
  stack.defer(() => service.kill());
  const args = ['--automation', `--enable-javascript=${script}`];
  return new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args },
    })
    .build();
}

export class Tab {
  readonly driver: WebDriver;
  readonly #site: string;

  constructor(driver: WebDriver, site: string) {
    this.driver = driver;
    this.#site = site;
  }

  open(address: string): Promise<void> {
    return this.driver.get(new URL(address, this.#site).href);
  }

  /** Waits for the element, and scrolls to it at once: the page itself scrolls smoothly, and WebKit does not wait. */
  async find(locator: Locator): Promise<WebElement> {
    const found = await this.driver.findElement(locator);
    const scroll = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })';
    await this.driver.executeScript(scroll, found);
    return found;
  }

  async press(locator: Locator): Promise<void> {
    // A toast may cover it for a few seconds.
    await expect(async () => (await this.find(locator)).click()).toPass();
  }

  async type(field: string, text: string): Promise<void> {
    await (await this.find(By.name(field))).sendKeys(text);
  }

  async choose(value: string): Promise<void> {
    await (await this.find(By.css(`select option[value="${value}"]`))).click();
  }

  async at(expected: string): Promise<void> {
    await expect
      .poll(async () => new URL(await this.driver.getCurrentUrl()).pathname)
      .toBe(expected);
  }

  async reads(words: string, selector = 'main'): Promise<void> {
    await expect
      .poll(async () => (await this.driver.findElement(By.css(selector))).getText())
      .toContain(words);
  }
}

export const button = (name: string): By => By.xpath(`//button[normalize-space()="${name}"]`);
export const link = (name: string): By => By.linkText(name);

export const test = base.extend<{ tab: Tab }, { engine: Engine }>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  /** A browser without stored data, with JavaScript unless the test turns it off. */
  tab: async ({ engine, javaScriptEnabled, baseURL }, use, info) => {
    const missing = Object.values(needed[engine]).includes(undefined);
    info.skip(missing, `${engine} isn't installed with what Selenium needs: docs/testing.md`);
    await using stack = new AsyncDisposableStack();
    const start = engine === 'firefox' ? startFirefox : startWebKit;
    const driver = await start(javaScriptEnabled, stack);
    stack.defer(() => driver.quit());
    await driver.manage().setTimeouts({ implicit: 15_000 });
    await use(new Tab(driver, baseURL ?? ''));
  },
});
