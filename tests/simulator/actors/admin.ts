import type { Handler } from '../../../functions/deps.ts';
import { erasePerson } from '../../../functions/erasure/erase.ts';
import { releaseSubmission, resendToWebhook } from '../../../functions/delivery/by-hand.ts';
import { doNotContact } from '../../../functions/opt-outs/do-not-contact.ts';
import {
  answerSubmission,
  archiveSubmission,
} from '../../../functions/inbox/answer-and-archive.ts';
import { outcome } from '../../../functions/inbox/outcome-and-call-back.ts';
import { note } from '../../../functions/inbox/notes.ts';
import { submissions } from '../../../functions/inbox/list.ts';
import { api } from '../../../src/shared/api.ts';
import { bearer, get, post } from '../../support/builders/requests.ts';
import { isTombstone, type Site } from '../site.ts';
import { secondNumberOf, somebody } from '../words.ts';
import { adminToken, type Actor, type Doing } from '../simulation.ts';

const signedIn = bearer(adminToken);

function ask(
  { simulation, random, name }: Doing,
  site: Site,
  what: string,
  handler: Handler,
  request: Request,
): Promise<Response | undefined> {
  const call = simulation.callAt(site, `${name} ${what}`, random.fork(what.length));
  call.trace(() => `an admin asks ${request.method} ${request.url} at ${site.name}`);
  return simulation.ask(site, call, handler, request);
}

const onOne =
  (what: string, path: string, handler: Handler): Actor =>
  async (action) => {
    const site = action.random.pick(action.simulation.sites);
    const ids = [...site.leads.keys()];
    const submissionId = ids.length > 0 ? action.random.pick(ids) : action.random.uuid();
    const times = action.random.chance(0.2) ? 2 : 1;
    const is = action.random.chance(0.7);
    const body = { submissionId, answered: is, archived: is };
    await Promise.all(
      Array.from({ length: times }, (_, i) =>
        ask(action, site, `${what}${'!'.repeat(i)}`, handler, post(path, body, signedIn)),
      ),
    );
  };

export const resend = onOne('resend', api.resendToWebhook, resendToWebhook);

/** Releasing a lead of a person on the do-not-contact list takes the person off the list. */
export const release: Actor = async (action) => {
  const { simulation, random } = action;
  const site = random.pick(simulation.sites);
  const ids = [...site.leads.keys()];
  if (ids.length === 0) return;
  const submissionId = random.pick(ids);
  const lead = site.leads.get(submissionId);
  if (lead?.delivery.state === 'held') mayContactAgain(site, lead.email);
  const request = post(api.releaseSubmission, { submissionId }, signedIn);
  await ask(action, site, 'release', releaseSubmission, request);
};

export const answer = onOne('answered', api.answerSubmission, answerSubmission);
export const archive = onOne('archived', api.archiveSubmission, archiveSubmission);

/** Writes a note, and an outcome unless the lead has that one. A write that was answered with 200 must stay. */
export const followUp: Actor = async (action) => {
  const { simulation, random } = action;
  const site = random.pick(simulation.sites);
  const leads = [...site.leads];
  if (leads.length === 0) return;
  const [submissionId, lead] = random.pick(leads);
  const id = random.uuid();
  const send = (what: string, path: string, handler: Handler, body: object) =>
    ask(action, site, what, handler, post(path, { submissionId, ...body }, signedIn));
  const noting = send('notes', api.note, note, { newId: id, text: 'Has a ladder' });
  const wanted = random.pick([{ outcome: 'talking' }, { outcome: 'won', amount: 4200 }]);
  let closing = await send('closes', api.outcome, outcome, { ...wanted, was: null });
  if (closing?.status === 409) {
    const { outcome: was } = (await closing.json()) as { outcome: object };
    closing = await send('closes again', api.outcome, outcome, { ...wanted, was });
  }
  if (closing?.ok) lead.hasOutcome = true;
  if ((await noting)?.ok) lead.notes.add(id);
};

export const optOut: Actor = async (action) => {
  const { simulation, random } = action;
  const site = random.pick(simulation.sites);
  const email = somebody(random);
  const on = random.chance(0.8);
  if (on) site.wishes.add(email);
  else mayContactAgain(site, email);
  const person = random.chance(0.5) ? { email } : { phone: secondNumberOf(email) };
  const askedAt = simulation.scheduler.time;
  const request = post(api.doNotContact, { ...person, on }, signedIn);
  const answer = await ask(action, site, on ? 'opts out' : 'opts in', doNotContact, request);
  if (!on || !answer?.ok || site.optedIn.has(email)) return;
  if (!site.optedOut.has(email)) site.optedOut.set(email, simulation.scheduler.time);
  for (const record of site.engine.all()) {
    const lead = site.leads.get(record.id);
    const isTheirs = lead?.email === email && lead.since < askedAt;
    if (isTheirs && !isTombstone(record) && !record.opted_out)
      simulation.watch.violated(`${record.id} doesn't say that its person asked to stop`);
  }
};

function mayContactAgain(site: Site, email: string): void {
  site.optedIn.add(email);
  site.optedOut.delete(email);
}

/** Counts first and then erases, like the dialog. Its promise covers the counted leads. */
export const erase: Actor = async (action) => {
  const { simulation, random } = action;
  const site = random.pick(simulation.sites);
  const email = random.pick([...[...site.leads.values()].map((it) => it.email), somebody(random)]);
  const person = random.chance(0.5) ? { email } : { phone: secondNumberOf(email) };
  const body = (count?: number) =>
    post(api.erasePerson, { ...person, ...(count !== undefined && { count }) }, signedIn);
  const counted = await ask(action, site, 'counts', erasePerson, body());
  if (counted?.status !== 200) return;
  const { count } = (await counted.json()) as { count: number };
  await simulation.scheduler.sleep(random.pick([500, 20_000]));
  const askedAt = simulation.scheduler.time;
  const erased = await ask(action, site, 'erases', erasePerson, body(count));
  if (erased?.status !== 200) return;
  for (const [id, lead] of site.leads) {
    const isTheirs = lead.email === email && lead.since < askedAt;
    if (isTheirs && lead.erasedAt === undefined)
      simulation.watch.violated(`${id} is of a person who was erased, and stays`);
  }
};

export const list: Actor = async (action) => {
  const site = action.random.pick(action.simulation.sites);
  await ask(action, site, 'lists', submissions, get(`${api.submissions}?limit=200`, signedIn));
};
