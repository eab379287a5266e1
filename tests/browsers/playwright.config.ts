/** `npm run browsers`: the journeys of visitors and admins in Firefox and WebKit, on a phone and a desktop. */
import { defineConfig } from 'playwright/test';
import { isHere, type Engine } from './driver.ts';
import main from '../../playwright.config.ts';

const { webServer, projects, ...shared } = main;

const engines = ['firefox', 'webkit'] as const;
if (!engines.every(isHere))
  throw new Error(
    'Firefox or WebKit is missing: apt-get install firefox-esr webkit2gtk-driver xvfb',
  );

export default defineConfig<object, { engine: Engine; width: number }>({
  ...shared,
  testDir: '.',
  outputDir: '../../test-results/browsers',
  workers: 2,
  reporter: [['list'], ['json', { outputFile: '../../test-results/browsers.json' }]],
  projects: engines.flatMap((engine) =>
    [360, 1280].map((width) => ({ name: `${engine} ${width}`, use: { engine, width } })),
  ),
});
