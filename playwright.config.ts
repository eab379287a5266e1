import { rmSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import type { Engine } from './tests/browsers/test.ts';
import { chromiumFlags, ensureHeadlessShell } from './tests/support/chromium.ts';
import { quickFolder } from './tests/support/worlds/quick-folder.ts';

const data = path.join(quickFolder, `browser-tests-${process.pid}`);
process.on('exit', () => {
  rmSync(data, { recursive: true, force: true });
});

/** Specs that leave state for the next page: a session, a draft, a toast, a lead or a stopped clock. */
const leavingSomething =
  /(admin-(?!desktop|focus|layout|many|states).+|sign-.+|contact-.+|demo-feed|toasts)\.spec\.ts$/;

/** Measures paint times, so it runs after all other specs. */
const timed = 'paint.spec.ts';

const { PLAYWRIGHT_BROWSER: browserName = 'chromium', OTHER_BROWSERS = 'form' } = process.env;
if (browserName !== 'chromium' && browserName !== 'firefox' && browserName !== 'webkit')
  throw new Error('PLAYWRIGHT_BROWSER must be chromium, firefox or webkit.');
const isChromium = browserName === 'chromium';

/**
 * Smoke tests in Debian's Firefox and WebKit. Each run sends the form there, since every visitor must be able to.
 * `npm run browsers` sets `all` to run the others, too. `.ci/run` sets `none` if it can't install the browsers,
 * and prints that.
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
      // Servers that start later read the emulator's address from this variable.
      wait: { stdout: /Auth on (?<FIREBASE_AUTH_EMULATOR_HOST>\S+)/ },
      timeout: 120_000,
    },
    // Serves the build as Netlify would, on a free port that it prints.
    {
      command: 'node scripts/start.ts',
      // All tests submit from one IP address.
      env: { PORT: '0', DATA_DIR: data, SUBMIT_LIMIT: '1000/1s' },
      wait: { stdout: /ready on (?<SITE_ADDRESS>http:\/\/\S+)/ },
      gracefulShutdown: { signal: 'SIGINT', timeout: 5_000 },
      timeout: 120_000,
    },
  ],
  forbidOnly: true,
  // Other browsers skip tests that need Chromium's protocol, metrics or permissions.
  grepInvert: isChromium ? [] : /@chromium/,
  // What screen readers announce on each page. To update: `npx playwright test pages --update-snapshots`.
  snapshotPathTemplate: 'tests/browser/heard/{arg}{ext}',
  updateSnapshots: 'none',
  fullyParallel: true,
  retries: 0,
  workers: 4,
  // These limits only catch a hang: the machine may be shared and slow.
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
    // Reusing a context takes half as long as creating one. Playwright doesn't promise to clear all of its state,
    // so specs that leave state get a new context for each test.
    { name: 'pages', testIgnore: [leavingSomething, timed], use: { reuseContext: true } },
    { name: 'visits', testMatch: leavingSomething },
    ...smoke,
    // Chromium only, because it throttles the CPU by the DevTools protocol.
    ...(isChromium ? [{ name: 'times', testMatch: timed, dependencies: before }] : []),
  ],
});
