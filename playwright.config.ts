import { rmSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import type { Engine } from './tests/browsers/test.ts';
import { chromiumFlags, ensureHeadlessShell } from './tests/support/chromium.ts';
import { quickFolder } from './tests/support/worlds/quick-folder.ts';

// A store that is new to each run, and to no one else.
const data = path.join(quickFolder, `browser-tests-${process.pid}`);
process.on('exit', () => {
  rmSync(data, { recursive: true, force: true });
});

/** Specs of what a visit leaves for the next page: a session, a draft, a toast, a lead, a stopped clock. */
const leavingSomething =
  /(admin-(?!desktop|focus|layout|many|panel|states).+|sign-.+|contact-.+|demo-feed|toasts)\.spec\.ts$/;

/** It times a page, so it runs when all others are done. */
const timed = 'paint.spec.ts';

const { PLAYWRIGHT_BROWSER: browserName = 'chromium', OTHER_BROWSERS = 'form' } = process.env;
if (browserName !== 'chromium' && browserName !== 'firefox' && browserName !== 'webkit')
  throw new Error('PLAYWRIGHT_BROWSER must be chromium, firefox or webkit.');
const isChromium = browserName === 'chromium';

/**
 * The smoke in Debian's Firefox and WebKit. Each run sends the form there, since every visitor must be able to.
 * `npm run browsers` sets `all` for the rest; `.ci/run` sets `none` if it can't install them, and prints that.
 */
const engines = isChromium && OTHER_BROWSERS !== 'none' ? (['firefox', 'webkit'] as const) : [];
const smoke = engines.map((engine) => ({
  name: `selenium-${engine}`,
  testDir: 'tests/browsers',
  testMatch: OTHER_BROWSERS === 'all' ? '*.spec.ts' : 'form.spec.ts',
  use: { engine },
}));
const before = ['pages', 'visits', ...smoke.map(({ name }) => name)];

export default defineConfig<object, { engine: Engine }>({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  webServer: [
    {
      command: 'node tests/support/servers/auth-emulator.ts',
      // The sites that start after it find it in this variable.
      wait: { stdout: /Auth on (?<FIREBASE_AUTH_EMULATOR_HOST>\S+)/ },
      timeout: 120_000,
    },
    // The built site, served as its host would. The server takes a free port and says which.
    {
      command: 'node scripts/start.ts',
      // All visitors of the tests come from one address.
      env: { PORT: '0', DATA_DIR: data, SUBMIT_LIMIT: '1000/1s' },
      wait: { stdout: /ready on (?<SITE_ADDRESS>http:\/\/\S+)/ },
      gracefulShutdown: { signal: 'SIGINT', timeout: 5_000 },
      timeout: 120_000,
    },
  ],
  forbidOnly: true,
  // Tests that use Chromium's own protocol, metrics or permissions.
  grepInvert: isChromium ? [] : /@chromium/,
  // What a screen reader meets on a page: `npx playwright test pages --update-snapshots` writes it again.
  snapshotPathTemplate: 'tests/browser/heard/{arg}{ext}',
  updateSnapshots: 'none',
  fullyParallel: true,
  retries: 0,
  workers: 4,
  // Limits for a hang, not for speed: the machine may be shared and slow.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    ...(process.env.SITE_ADDRESS && { baseURL: process.env.SITE_ADDRESS }),
    browserName,
    ...(isChromium && {
      launchOptions: { executablePath: ensureHeadlessShell(), args: chromiumFlags() },
    }),
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
  projects: [
    // Emptying a context takes half as long as making one. Playwright doesn't promise to empty all of
    // it, so the specs that leave something have a new one for each test.
    { name: 'pages', testIgnore: [leavingSomething, timed], use: { reuseContext: true } },
    { name: 'visits', testMatch: leavingSomething },
    ...smoke,
    // It slows the processor down with Chromium's own protocol.
    ...(isChromium ? [{ name: 'times', testMatch: timed, dependencies: before }] : []),
  ],
});
