import * as z from 'zod/mini';
import { consentTextOf } from '../../src/shared/consent-receipt.ts';
import { fields, submitContactPath } from '../../src/shared/fields.ts';
import { jsonIn } from '../../src/shared/json.ts';
import type { SiteDeps } from '../deps.ts';
import { fault, orInstead } from '../log/log.ts';
import { minute } from '../durations.ts';
import { newCanary, type CanaryState } from '../store/watch-state.ts';
import { inventedWords } from '../delivery/sample.ts';
import { makeMarker } from '../intake/canary-marker.ts';
import { noteVisit } from '../watch/look.ts';
import { assetsIn, assetTypes, formIn, type Asset, type Form } from './page.ts';
import { isNetlifyLogin } from './netlify-login.ts';

/** In ms. Visits that are closer together count as one, because Netlify may run a schedule twice. */
const leastPause = 10 * minute;

/** The hourly visit. It records its result, and the watch sends the alerts while it runs. Never rejects. */
export async function canary(
  deps: SiteDeps,
  look: (deps: SiteDeps) => Promise<string | undefined> = visit,
): Promise<{ visited: number }> {
  if (!deps.canary.isOn) return { visited: 0 };
  try {
    const failure = await orInstead('The canary itself failed.', 'canary', deps.log, () =>
      look(deps),
    );
    if (failure !== undefined) deps.log({ event: 'canary-failed', step: failure });
    await noteVisit((before) => afterVisit(before, failure, deps.now()), deps);
  } catch (error) {
    deps.log(fault('canary', error));
  }
  return { visited: 1 };
}

function afterVisit(
  canary: CanaryState | null,
  failure: string | undefined,
  now: Date,
): CanaryState {
  const before = canary ?? newCanary;
  const visited_at = now.toISOString();
  if (failure === undefined) return { ...before, visited_at, failures: 0, failure: null };
  const pause = Math.abs(now.getTime() - Date.parse(before.visited_at ?? '1970-01-01'));
  const failures = pause < leastPause ? Math.max(before.failures, 1) : before.failures + 1;
  return { ...before, visited_at, failures, failure };
}

class VisitFailed extends Error {
  override name = 'VisitFailed';
}

/** Returns the failure as a sentence, or undefined. Calls `say` before each step. */
export async function visit(
  deps: SiteDeps,
  say?: (step: string) => void,
): Promise<string | undefined> {
  try {
    await takeSteps(deps, say);
    return undefined;
  } catch (error) {
    if (error instanceof VisitFailed) return error.message;
    throw error;
  }
}

async function takeSteps(deps: SiteDeps, say?: (step: string) => void): Promise<void> {
  say?.(`Fetch ${deps.alerts.site}${page}.`);
  const html = await fetchPage(deps);
  const form = readForm(html);

  const assets = assetsIn(html).filter(({ path }) => addressOf(path, deps).origin === siteOf(deps));
  say?.(`Ask for the scripts and styles that it names: ${assets.length}.`);
  await Promise.all(assets.map((asset) => checkAsset(asset, deps)));

  say?.('Send its form.');
  await sendForm(form, deps);
}

const page = '/contact';

async function fetchPage(deps: SiteDeps): Promise<string> {
  const answer = await ask(page, deps);
  if (isNetlifyLogin(answer)) {
    throw new VisitFailed('The project on Netlify is private: visitors get a login page.');
  }
  if (answer.status !== 200) throw new VisitFailed(`The contact page answers ${answer.status}.`);
  return answer.text;
}

function readForm(html: string): Form {
  const form = formIn(html);
  if (!form) throw new VisitFailed('The contact page has no form.');
  if (form.action !== submitContactPath) {
    throw new VisitFailed(
      `The form is not sent to ${submitContactPath}, but to a different address.`,
    );
  }
  for (const { name, label } of fields) {
    if (!(name in form.fields)) throw new VisitFailed(`The form has no field for “${label}”.`);
  }
  if (consentTextOf(form.fields['consent_version'] ?? '') === undefined) {
    throw new VisitFailed('The form names a consent text that the site does not know.');
  }
  return form;
}

/** Uses HEAD, because the bodies would cost bandwidth each hour. */
async function checkAsset({ kind, path }: Asset, deps: SiteDeps): Promise<void> {
  const { status, headers } = await ask(path, deps, { method: 'HEAD' });
  const subject = `The ${kind} ${path} of ${page}`;
  if (status !== 200) throw new VisitFailed(`${subject} answers ${status}.`);
  const type = headers.get('content-type') ?? 'no content type';
  if (!assetTypes[kind].test(type)) throw new VisitFailed(`${subject} comes as ${type}.`);
}

const answerSchema = z.object({
  error: z.optional(z.string()),
  rehearsal: z.optional(z.boolean()),
});

async function sendForm({ action, fields: builtFields }: Form, deps: SiteDeps): Promise<void> {
  const words = inventedWords('CANARY');
  const body = JSON.stringify({
    source: builtFields['source'],
    consent_version: builtFields['consent_version'],
    website: '',
    ...words,
    consent_marketing: true,
    id: deps.newId(),
    canary: await makeMarker(words.email, deps),
  });
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await ask(action, deps, { method: 'POST', headers, body });
  const { error, rehearsal } = answerSchema.safeParse(jsonIn(text)).data ?? {};
  if (status !== 201) {
    throw new VisitFailed(`The form is answered with ${status}. ${error ?? ''}`.trim());
  }
  // The site's key isn't the key of this process.
  if (!rehearsal)
    throw new VisitFailed(
      'The site treated the canary as a visitor, so it stored its form as a lead.',
    );
}

const siteOf = ({ alerts }: SiteDeps): string => new URL(alerts.site).origin;
const addressOf = (path: string, { alerts }: SiteDeps): URL =>
  new URL(path, `${alerts.site}${page}`);

async function ask(path: string, deps: SiteDeps, options: RequestInit = {}) {
  try {
    const answer = await deps.fetch(addressOf(path, deps), {
      ...options,
      redirect: 'manual',
      signal: AbortSignal.timeout(6000),
    });
    const { status, headers } = answer;
    return { status, headers, text: await answer.text() };
  } catch (cause) {
    throw new VisitFailed(`${path} could not be reached.`, { cause });
  }
}
