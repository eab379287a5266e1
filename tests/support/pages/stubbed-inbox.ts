import type { Page, Route } from 'playwright/test';
import { answerTo, type StubAnswer } from './fake-inbox.ts';
import { demoAdmin, login } from './sign-in.ts';
import { test as base } from './test.ts';
import type { SubmissionItem } from '../../../src/shared/submission.ts';

export { expect, type Page } from './test.ts';

export interface StubbedInbox {
  /** Newest first; a test may put more in. */
  rows: SubmissionItem[];
  /** The calls so far, each as method, path and query. */
  calls: string[];
  /** Instead of the usual answer, while it gives one; 'nothing' for no answer at all. */
  intercept: (call: string) => StubAnswer | 'nothing' | undefined;
}

/** Replaces the functions, for what the real ones can't show quickly: many rows, failures. */
async function stubInbox(page: Page, rows: SubmissionItem[]): Promise<StubbedInbox> {
  const inbox: StubbedInbox = { rows, calls: [], intercept: () => undefined };
  await page.route('**/api/**', async (route: Route) => {
    const request = route.request();
    const url = new URL(request.url());
    const call = `${request.method()} ${url.pathname}${url.search}`;
    inbox.calls.push(call);
    const own = inbox.intercept(call);
    if (own === 'nothing') return route.abort();
    const answer = own ?? answerTo(inbox, url, request.postDataJSON() as unknown);
    return typeof answer.json === 'string'
      ? route.fulfill({ status: answer.status, body: answer.json, contentType: 'text/csv' })
      : route.fulfill(answer);
  });
  return inbox;
}

interface Fixtures {
  /** Logs in for real, and opens the inbox on functions that answer from these rows. */
  enterStubbed: (
    rows: SubmissionItem[],
    prepare?: (inbox: StubbedInbox) => void,
  ) => Promise<StubbedInbox>;
}

export const test = base.extend<Fixtures>({
  enterStubbed: async ({ page, visit }, use) => {
    await use(async (rows, prepare) => {
      const inbox = await stubInbox(page, rows);
      prepare?.(inbox);
      await visit('/auth');
      await login(page, demoAdmin);
      await page.waitForURL('/admin');
      return inbox;
    });
  },
});
