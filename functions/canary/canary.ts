import { setTimeout as wait } from 'node:timers/promises';
import { consentTextOf } from '../../src/shared/consent-receipt.ts';
import type { SiteDeps } from '../deps.ts';
import { fault, orInstead } from '../log/log.ts';
import { minute } from '../spans.ts';
import { newCanary, type CanaryState } from '../store/watch-state.ts';
import { sendTimeout } from '../delivery/send.ts';
import { inventedWords } from '../delivery/trial.ts';
import { makeMarker } from '../intake/canary-marker.ts';
import { Unavailable } from '../unavailable.ts';
import { noteVisit } from '../watch/look.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { formIn, type Form } from './form.ts';
import { isNetlifyLogin } from './netlify-login.ts';

/** Visits that are closer together are one: Netlify may run a schedule twice. */
const leastPause = 10 * minute;

/** The hourly visit. It notes its result, and the watch sends the alerts while it runs. Never rejects. */
export async function canary(deps: SiteDeps, look = visit): Promise<{ visited: number }> {
  if (!deps.canary.isOn) return { visited: 0 };
  try {
    const failure = await orInstead('The canary itself failed.', 'canary', deps.log, () =>
      look(deps),
    );
    if (failure !== undefined) deps.log({ event: 'canary-failed', step: failure });
    await noteVisit((before) => noted(before, failure, deps.now()), deps);
  } catch (error) {
    deps.log(fault('canary', error));
  }
  return { visited: 1 };
}

function noted(canary: CanaryState | null, failure: string | undefined, now: Date): CanaryState {
  const before = canary ?? newCanary;
  const visited_at = now.toISOString();
  if (failure === undefined) return { ...before, visited_at, failures: 0, failure: null };
  const pause = Math.abs(now.getTime() - Date.parse(before.visited_at ?? '1970-01-01'));
  const failures = pause < leastPause ? Math.max(before.failures, 1) : before.failures + 1;
  return { ...before, visited_at, failures, failure };
}

/** A fault that a visitor would meet, too. */
class VisitFailed extends Error {
  override name = 'VisitFailed';
}

interface Steps {
  /** Called before each step. */
  say?: (step: string) => void;
  /** Between two looks at the lead, while it is on its way. */
  pauseMs?: number;
}

/**
 * Does what a visitor without JavaScript does, on the site's own address, and removes the lead again.
 * Returns what failed, in a sentence, or undefined.
 */
export async function visit(deps: SiteDeps, steps: Steps = {}): Promise<string | undefined> {
  try {
    await takeSteps(deps, steps);
    return undefined;
  } catch (error) {
    if (error instanceof VisitFailed) return error.message;
    if (error instanceof Unavailable) return 'The store can’t be read or written.';
    throw error;
  }
}

async function takeSteps(deps: SiteDeps, { say, pauseMs = 1500 }: Steps): Promise<void> {
  const { site } = deps.alerts;
  say?.(`Fetch ${site}/contact.`);
  const form = await fetchForm(deps);

  say?.('Send its form, without JavaScript.');
  const store = await deps.store();
  const words = inventedWords('CANARY');
  const id = deps.newId();
  const fields = {
    ...form.fields,
    ...words,
    // Without an id of its own, it would depend on the day, which may end on the way.
    unconfirmed: id,
    consent_marketing: 'true',
    canary: await makeMarker(words.email, deps),
  };
  let lead: SubmissionRecord | undefined;
  try {
    await sendForm(form, fields, deps);
    say?.('Look for the lead in the store and on its way to the webhook.');
    const mostLooks = 3 + (deps.canary.delivers ? sendTimeout / pauseMs : 0);
    for (let looks = 0; looks < mostLooks && !(lead && isTried(lead, deps)); looks++) {
      await wait(pauseMs);
      lead = await store.get(id);
    }
    check(lead, deps);
  } finally {
    say?.('Remove the lead.');
    const stored = lead ?? (await store.get(id));
    // Never a lead of somebody else.
    if (stored?.canary) await store.removeTrial(id);
  }
}

async function fetchForm(deps: SiteDeps): Promise<Form> {
  const page = await ask('/contact', deps);
  if (isNetlifyLogin(page)) {
    throw new VisitFailed('The project on Netlify is private: visitors get a login page.');
  }
  if (page.status !== 200) throw new VisitFailed(`The contact page answers ${page.status}.`);
  const form = formIn(page.text);
  if (!form) throw new VisitFailed('The contact page has no form.');
  if (consentTextOf(form.fields['consent_version'] ?? '') === undefined) {
    throw new VisitFailed('The form names a consent text that the site does not know.');
  }
  return form;
}

async function sendForm({ action }: Form, fields: Record<string, string>, deps: SiteDeps) {
  const answer = await ask(action, deps, { method: 'POST', body: new URLSearchParams(fields) });
  const to = URL.parse(answer.headers.get('location') ?? '', deps.alerts.site);
  if (answer.status !== 303 || to?.pathname !== '/thank-you') {
    throw new VisitFailed(`The form is answered with ${answer.status} and no thank-you page.`);
  }
  const { status } = await ask(to.pathname + to.search, deps);
  if (status !== 200) throw new VisitFailed(`The thank-you page answers ${status}.`);
}

async function ask(path: string, { fetch, alerts }: SiteDeps, options: RequestInit = {}) {
  try {
    const answer = await fetch(new URL(path, `${alerts.site}/contact`), {
      ...options,
      redirect: 'manual',
      signal: AbortSignal.timeout(6000),
    });
    const { status, headers } = answer;
    return { status, headers, text: await answer.text() };
  } catch (cause) {
    throw new VisitFailed(`${path.replace(/\?.*/, '')} could not be reached.`, { cause });
  }
}

/** Whether it got as far as it can: delivered, or claimed, just before it would be sent. */
function isThere({ delivery, lease }: SubmissionRecord, { webhook, canary }: SiteDeps): boolean {
  if (webhook.state !== 'set' || delivery.state === 'held') return true;
  return canary.delivers ? delivery.state === 'delivered' : lease !== null;
}

/** Whether it was sent, even if the webhook didn't take it. */
const isTried = (lead: SubmissionRecord, deps: SiteDeps): boolean =>
  isThere(lead, deps) || lead.attempts.length > 0;

function check(lead: SubmissionRecord | undefined, deps: SiteDeps): void {
  if (!lead) throw new VisitFailed('The lead is not in the store, although it was accepted.');
  if (!lead.test) throw new VisitFailed('The lead was not known as the canary’s.');
  if (lead.delivery.state === 'held') throw new VisitFailed('The lead was held as spam.');
  if (!isThere(lead, deps)) throw new VisitFailed('The lead was not sent to the webhook.');
}
