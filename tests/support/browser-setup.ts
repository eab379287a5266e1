import { ensureChromium } from './chromium.ts';

/** Playwright starts its workers after this, and they read the configuration, and so CHROMIUM, again. */
export default function setUpBrowser(): void {
  process.env.CHROMIUM = ensureChromium();
}
