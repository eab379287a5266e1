import { contactForm } from '../../copy/contact-form.ts';
import type { Reason } from '../../shared/api.ts';
import type { Problem } from '../../shared/contact.ts';
import type { Submission } from '../../shared/contact-schema.ts';
import { fields, submitContactPath } from '../../shared/fields.ts';

const { words } = contactForm;

export type Outcome =
  | { state: 'stored' }
  | { state: 'refused'; problem: Problem }
  /** Unreached: no response came. Taken: another submission has this id. */
  | { state: 'failed' | 'unreached' | 'taken'; description: string };

/** A slower response counts as lost. A retry uses the same id. */
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
    // No network, or a timeout. The form keeps the words.
    return { state: 'unreached', description: words.failed.description };
  }
  const { id, reason, field, error } = await answerOf(response);
  // A captive portal also answers 200. Only the function knows the id.
  if (response.ok && id === submission.id) return { state: 'stored' };
  if (response.status === 422 && typeof error === 'string') {
    const known = fields.find(({ name }) => name === field);
    if (known) return { state: 'refused', problem: { field: known.name, error } };
    // The visitor can solve this one by a reload, which shows the current consent text.
    if (field === 'consent_version') return { state: 'failed', description: error };
  }
  if (response.status === 429) {
    return { state: 'failed', description: words.tryAgain(waitOf(response)) };
  }
  if (reason === 'not-set-up') return { state: 'failed', description: words.notSetUp };
  const state = response.status === 409 ? 'taken' : 'failed';
  return { state, description: words.failed.description };
}

type Answer = Partial<Record<'id' | keyof Problem, unknown>> & { reason?: Reason };

/** A proxy or the host may have answered, so any part may be missing. */
const answerOf = async (response: Response): Promise<Answer> =>
  Object(await response.json().catch(() => undefined)) as Answer;

/** In minutes, rounded up; one minute if the response doesn't say. */
function waitOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 && Number.isFinite(seconds) ? Math.ceil(seconds / 60) : 1;
}
