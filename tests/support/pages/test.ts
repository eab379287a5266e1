/** Playwright's `test`, which also fails on errors in the console or the network. */
import { test as base, type ConsoleMessage, type Page, type Request } from 'playwright/test';
import { ContactForm } from './contact-form.ts';
import { unknownPath } from './routes.ts';

export { expect, type Locator, type Page } from 'playwright/test';

interface Visit {
  status?: number;
  waitUntil?: 'commit' | 'load';
}

interface Fixtures {
  complaints: Complaints;
  form: ContactForm;
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ page, baseURL }, use) => {
      await page.context().addInitScript(reportViolations);
      const complaints = listen(page, new URL(baseURL ?? '').origin);
      await use(complaints);
      base.expect(complaints.list(), 'what the page complained of').toEqual([]);
    },
    { auto: true },
  ],
  form: async ({ page }, use) => {
    await use(new ContactForm(page));
  },
});

/** Opens a path and expects its status: 404 for the unknown path, 200 for others. */
export async function visit(
  page: Page,
  path: string,
  { status = path === unknownPath ? 404 : 200, waitUntil = 'load' }: Visit = {},
): Promise<void> {
  const response = await page.goto(path, { waitUntil });
  base.expect(response?.status(), `status of ${path}`).toBe(status);
}

/** Reports each violation of the policy in any frame as an error, even if it is only an event. */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
    console.error(`policy: ${effectiveDirective} stopped ${blockedURI} in ${sourceFile}`),
  );
}

interface Complaints {
  list: () => string[];
  /** A missing document: Chromium reports it, and the 404 page logs its path. */
  excuseMissing: (path: string) => void;
  /** A request that the test itself makes fail. */
  excuseFailing: (path: string) => void;
  /** An error that the test itself causes. */
  excuseError: (message: string) => void;
}

function listen(page: Page, origin: string): Complaints {
  const heard: { text: string; about: string }[] = [];
  const missing: string[] = [];
  const failing: string[] = [];
  const errors: string[] = [];
  const hear = (text: string, about = '') => heard.push({ text, about });

  // This includes the messages of a second tab.
  page.context().on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error')
      hear(`console.error: ${message.text()} at ${message.location().url}`, message.location().url);
  });
  page.on('pageerror', (error) => hear(`uncaught: ${error.message}`));
  page.on('requestfailed', (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // The visitor left the page before it had loaded completely. Each browser has its own error text for it.
    if (!/ERR_ABORTED|NS_BINDING_ABORTED|cancelled/.test(reason))
      hear(`failed: ${request.url()} ${reason}`);
  });
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    const ownBytes = url.protocol === 'data:' || url.protocol === 'blob:';
    if (url.origin !== origin && !ownBytes) hear(`third party: ${request.url()}`);
  });

  const excused = ({ text, about }: { text: string; about: string }) =>
    errors.some((it) => text.includes(it)) ||
    failing.some((path) => isAbout(path, { text, about })) ||
    missing.some((path) =>
      text.includes('Failed to load resource') ? about === origin + path : text.includes(path),
    );
  const isAbout = (path: string, { text, about }: { text: string; about: string }) =>
    text.startsWith(`failed: ${origin}${path} `) ||
    (text.includes('Failed to load resource') && about === origin + path);
  return {
    list: () => heard.filter((it) => !excused(it)).map(({ text }) => text),
    excuseMissing: (path) => missing.push(path),
    excuseFailing: (path) => failing.push(path),
    excuseError: (message) => errors.push(message),
  };
}
