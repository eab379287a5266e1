import { contactForm } from '../../copy/contact-form.ts';
import type { Reason } from '../../shared/api.ts';
import type { Problem, Submission } from '../../shared/contact.ts';
import { submitContactPath } from '../../shared/fields.ts';

const { words } = contactForm;

export type Outcome =
  | { state: 'stored' }
  /** The server found what the browser had not. */
  | { state: 'refused'; problem: Problem }
  /** Unreached: no answer came. Taken: something else has this id. */
  | { state: 'failed' | 'unreached' | 'taken'; description: string };

/** An answer that takes longer counts as lost. A retry has the same id. */
const usualPatience = 20_000;

export async function send(
  submission: Submission,
  fetch: typeof globalThis.fetch,
  patience = usualPatience,
): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(submitContactPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(submission),
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    // No network, or no answer in time: the words are still in the form.
    return { state: 'unreached', description: words.failed.description };
  }
  const body: unknown = await response.json().catch(() => undefined);
  // A hotel's login page says 200 as well. Only the function knows the id.
  if (response.ok && idIn(body) === submission.id) return { state: 'stored' };
  if (response.status === 422) {
    const problem = asProblem(body);
    if (problem) return { state: 'refused', problem };
  }
  if (response.status === 429) {
    return { state: 'failed', description: words.tryAgain(waitOf(response)) };
  }
  if (reasonIn(body) === 'not-set-up') return { state: 'failed', description: words.notSetUp };
  const state = response.status === 409 ? 'taken' : 'failed';
  return { state, description: words.failed.description };
}

const idIn = (body: unknown): unknown => (body as { id?: unknown } | null | undefined)?.id;

const reasonIn = (body: unknown): Reason | undefined =>
  (body as { reason?: Reason } | null | undefined)?.reason;

function asProblem(body: unknown): Problem | undefined {
  const { field, error } = (body ?? {}) as Partial<Record<keyof Problem, unknown>>;
  return typeof field === 'string' && typeof error === 'string' ? { field, error } : undefined;
}

/** Minutes to wait, rounded up; a minute if the answer doesn't say. */
function waitOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 && Number.isFinite(seconds) ? Math.ceil(seconds / 60) : 1;
}
