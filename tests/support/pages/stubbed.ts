import type { Page, Route } from 'playwright/test';
import { answerTo, type Rows, type StubAnswer } from './fake-inbox.ts';
import { becomeAdmin } from './sign-in.ts';
import { visit } from './test.ts';
import type { SubmissionItem } from '../../../src/shared/submission.ts';

export { expect, test, visit, type Page } from './test.ts';

export interface StubbedInbox extends Rows {
  /** All calls so far, each as method, path and query. */
  calls: string[];
  /** Replaces the usual response if it returns one. 'nothing' means no response at all. */
  intercept: (call: string) => StubAnswer | 'nothing' | undefined;
}

/** Opens the inbox with the demo admin's session, and functions that answer from these rows. */
export async function inboxOf(
  page: Page,
  rows: SubmissionItem[],
  prepare?: (inbox: StubbedInbox) => void,
): Promise<StubbedInbox> {
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
  prepare?.(inbox);
  await becomeAdmin(page);
  await visit(page, '/admin');
  return inbox;
}
