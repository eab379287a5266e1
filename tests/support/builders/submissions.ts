import type { Page, Route } from 'playwright/test';

export const submitPath = '/api/submit-contact';

export interface Answer {
  status: number;
  /** Without it, the answer names the id that was sent. */
  json?: unknown;
  headers?: Record<string, string>;
}

export interface Submissions {
  /** The bodies of the requests that arrived, in their order. */
  received: Record<string, unknown>[];
  /** What the next request gets, and those after it: an answer, or none at all. */
  answer: (answer: Answer | 'nothing') => void;
  /** Keeps every request waiting from now on; what it answers lets them go. */
  hold: () => () => void;
}

/** Stands where the function will: the same calls, the same answers, none of its work. */
export async function stubSubmissions(page: Page): Promise<Submissions> {
  const received: Record<string, unknown>[] = [];
  let next: Answer | 'nothing' | undefined;
  let held = Promise.resolve();

  await page.route(`**${submitPath}`, async (route: Route) => {
    // How long the form was open is another at each try.
    const { open_ms: _, ...body } = route.request().postDataJSON() as Record<string, unknown>;
    received.push(body);
    await held;
    if (next === 'nothing') await route.abort();
    else await route.fulfill({ status: 201, json: { id: body['id'] }, ...next });
  });

  return {
    received,
    answer: (answer) => (next = answer),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = promise.then(() => undefined);
      return () => {
        resolve(undefined);
      };
    },
  };
}
