import { ensureHeadlessShell } from './chromium.ts';

/** Playwright starts its workers after this. They read the configuration again, and with it CHROMIUM. */
export default function setUpBrowser(): void {
  process.env.CHROMIUM = ensureHeadlessShell();
}
