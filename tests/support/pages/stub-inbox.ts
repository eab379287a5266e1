import type { Page, Route } from 'playwright/test';
import { api, pageLimit } from '../../../src/shared/api.ts';
import { dayAt } from '../../../src/shared/company-time.ts';
import type { Health } from '../../../src/shared/health.ts';
import type { SubmissionItem } from '../../../src/shared/submission.ts';

export interface StubAnswer {
  status: number;
  json: unknown;
}

export interface StubbedInbox {
  /** Newest first; a test may put more in. */
  rows: SubmissionItem[];
  /** The calls that came, as method, path and query. */
  calls: string[];
  /** Instead of the usual answer, while it gives one; 'nothing' for no answer at all. */
  intercept: (call: string) => StubAnswer | 'nothing' | undefined;
}

/** Stands where the functions are, for what the real ones can't show quickly: many rows, faults. */
export async function stubInbox(page: Page, rows: SubmissionItem[]): Promise<StubbedInbox> {
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

const healthy: Health = {
  store: 'reachable',
  oldest_undelivered_seconds: null,
  oldest_held_seconds: null,
  retention_behind: false,
};

/** What the functions would answer, from these rows; a resend changes them. */
export function answerTo(inbox: { rows: SubmissionItem[] }, url: URL, body: unknown): StubAnswer {
  switch (url.pathname) {
    case api.health:
      return { status: 200, json: healthy };
    case api.access:
      return { status: 200, json: { role: 'admin' } };
    case api.submissions:
      return { status: 200, json: pageOf(inbox.rows, url.searchParams) };
    case api.submissionsCsv: {
      const ids = found(inbox.rows, url.searchParams).map(({ id }) => id);
      return { status: 200, json: ['id', ...ids, ''].join('\r\n') };
    }
    case api.resendToWebhook: {
      const { submissionId } = body as { submissionId: string };
      const delivery = { state: 'delivered', at: new Date().toISOString() } as const;
      inbox.rows = inbox.rows.map((it) => (it.id === submissionId ? { ...it, delivery } : it));
      return { status: 200, json: { delivery } };
    }
    default:
      return { status: 404, json: { error: 'Nothing is here' } };
  }
}

function pageOf(rows: SubmissionItem[], params: URLSearchParams) {
  const limit = Number(params.get('limit') ?? pageLimit.usual);
  const all = found(rows, params);
  const cursor = params.get('cursor');
  const start = cursor === null ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
  const submissions = all.slice(start, start + limit);
  const isLast = start + limit >= all.length;
  return {
    submissions,
    next_cursor: isLast ? null : (submissions.at(-1)?.id ?? null),
    ...(cursor === null && { held: rows.filter(isHeld).length }),
  };
}

const isHeld = ({ delivery }: SubmissionItem): boolean => delivery.state === 'held';

function found(rows: SubmissionItem[], params: URLSearchParams): SubmissionItem[] {
  const words = (params.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const industry = params.get('industry');
  const delivery = params.get('delivery');
  return rows.filter(
    (row) =>
      words.every((word) =>
        `${row.name} ${row.email} ${row.company} ${row.phone}`.toLowerCase().includes(word),
      ) &&
      (industry === null || row.industry === industry) &&
      isWithin(row, params) &&
      (delivery === null ? words.length > 0 || !isHeld(row) : row.delivery.state === delivery),
  );
}

function isWithin({ created_at }: SubmissionItem, params: URLSearchParams): boolean {
  const day = dayAt(Date.parse(created_at));
  return (params.get('from') ?? day) <= day && day <= (params.get('to') ?? day);
}
