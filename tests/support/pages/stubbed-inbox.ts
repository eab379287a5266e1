import type { Page, Route } from 'playwright/test';
import { answerTo, type Rows, type StubAnswer } from './fake-inbox.ts';
import { becomeAdmin } from './sign-in.ts';
import { test as base } from './test.ts';
import type { SubmissionItem } from '../../../src/shared/submission.ts';

export { expect, type Page } from './test.ts';

export interface StubbedInbox extends Rows {
  /** All calls so far, each as method, path and query. */
  calls: string[];
  /** Replaces the usual answer if it returns one. 'nothing' means no answer at all. */
  intercept: (call: string) => StubAnswer | 'nothing' | undefined;
}

/** Replaces the functions, to show many rows and failures quickly. */
async function stubInbox(page: Page, rows: SubmissionItem[]): Promise<StubbedInbox> {
  const inbox: StubbedInbox = { rows, calls: [], intercept: () => undefined };
  await page.route('**/api/**', async (route: Route) => {
    const request = route.request();
    const url = new URL(request.url());
    const call = `${request.method()} ${url.pathname}${url.search}`;
    inbox.calls.push(call);
    const own = inbox.intercept(call);
    if (own === 'nothing') return route.abort();
    const seen = await request.headerValue('if-none-match');
    const answer = own ?? (await answerTo(inbox, url, request.postDataJSON() as unknown, seen));
    if ([204, 304].includes(answer.status)) return route.fulfill({ status: answer.status });
    return typeof answer.json === 'string'
      ? route.fulfill({ status: answer.status, body: answer.json, contentType: 'text/csv' })
      : route.fulfill({
          status: answer.status,
          json: answer.json,
          ...(answer.etag !== undefined && { headers: { etag: answer.etag } }),
        });
  });
  return inbox;
}

interface Fixtures {
  /** Opens the inbox with the demo admin's session, and functions that answer from these rows. */
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
      await becomeAdmin(page);
      await visit('/admin');
      return inbox;
    });
  },
});
