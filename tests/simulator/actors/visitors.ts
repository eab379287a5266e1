import { drafts } from '../../../src/islands/contact-form/memory.ts';
import { createForm } from '../../../src/islands/contact-form/form.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { api } from '../../../src/shared/api.ts';
import { post, aSubmission, postForm } from '../../support/builders/requests.ts';
import { fakeLine, visit } from '../../support/worlds/form-world.ts';
import { anotherWord, draftOf, someWords, type Words, formOf, said } from '../words.ts';
import type { Actor, Doing, Simulation } from '../simulation.ts';
import { mostSkew } from '../call.ts';
import type { Site } from '../site.ts';

const patience = 4;

interface Tab {
  memory: Map<string, string>;
  form: ReturnType<typeof createForm>;
}

/** The site's own form in a simulated browser: one tab, or a second that was duplicated from it. */
export const visitor: Actor = async (action) => {
  const { random, simulation, number } = action;
  const site = random.pick(simulation.sites);
  const isMachine = random.chance(0.15);
  let words = someWords(random, number);
  let tabs = [openTab(action, site, new Map())];
  const press = async ({ form }: Tab, said: Words): Promise<void> => {
    const sentAt = simulation.scheduler.time;
    await form.submit(draftOf(said), isMachine ? 'https://buy.example' : '');
    if (form.$view.get().state === 'sent') thanked(simulation, site, said, sentAt, undefined);
  };
  for (let tries = 1; tries <= patience; tries++) {
    if (tabs.length === 1 && random.chance(0.15)) {
      tabs = tabs.flatMap((tab) => [tab, openTab(action, site, new Map(tab.memory))]);
    }
    const said = words;
    const pressed = tabs.map((tab, i) => press(tab, i === 0 ? said : words));
    // A second click before the first was answered.
    if (random.chance(0.15)) pressed.push(press(random.pick(tabs), said));
    if (random.chance(0.2)) words = anotherWord(words, number * 10 + tries);
    await Promise.all(pressed);
    if (tabs.length === 1) once(simulation, site, said);
    if (tabs.every(({ form }) => form.$view.get().state === 'sent')) return;
    await simulation.scheduler.sleep(random.between(500, 60_000));
    if (random.chance(0.3)) words = anotherWord(words, number * 10 + tries);
    // A reload of the page.
    if (random.chance(0.2)) tabs = tabs.map(({ memory }) => openTab(action, site, memory));
  }
};

function openTab(action: Doing, site: Site, memory: Map<string, string>): Tab {
  const form = createForm('contact_page', {
    fetch: browserOf(action, site),
    newId: () => action.random.uuid(),
    memory: drafts(visit(memory).memory),
    attribution: () => ({ utm_campaign: 'spring' }),
    line: fakeLine(),
    toast: () => undefined,
  });
  return { memory, form };
}

/** Answers like a network: a lost answer is an error at once, or after the timeout. */
function browserOf({ simulation, random, name }: Doing, site: Site): typeof fetch {
  let requests = 0;
  return async (_, { signal, body } = {}) => {
    const number = (requests += 1);
    const call = simulation.callAt(site, `${name} ${number}`, random.fork(number));
    call.trace(() => `sends ${JSON.stringify(body)}`);
    const request = post(api.submitContact, body);
    const gaveUp = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('No answer in time')));
    });
    const answer = await Promise.race([simulation.ask(site, call, submitContact, request), gaveUp]);
    if (answer) return answer;
    if (signal && random.chance(0.5)) return gaveUp;
    throw new TypeError('The connection broke off');
  };
}

/** A page from before a deployment, or a third-party script, that keeps its id but changes the words. */
export const oldPage: Actor = async ({ simulation, random, name, number }) => {
  const site = random.pick(simulation.sites);
  const id = random.uuid();
  let words = someWords(random, number);
  const times = random.between(2, 4);
  for (let time = 1; time <= times; time++) {
    const call = simulation.callAt(site, `${name} ${time}`, random.fork(time));
    call.trace(() => `sends ${id}: ${JSON.stringify(words)}`);
    const sentAt = simulation.scheduler.time;
    const request = post(api.submitContact, aSubmission({ ...formOf(words), id }));
    const answer = await simulation.ask(site, call, submitContact, request);
    if (answer?.ok) thanked(simulation, site, words, sentAt, id);
    await simulation.scheduler.sleep(random.pick([0, 200, 30_000]));
    if (random.chance(0.5)) words = anotherWord(words, number * 10 + time);
  }
};

/** A form without JavaScript has no id: the same words may come again, soon or after an erasure. */
export const plainVisitor: Actor = async ({ simulation, random, name, number }) => {
  const site = random.pick(simulation.sites);
  const words = someWords(random, number);
  const days = new Set<string>();
  const times = random.between(1, 3);
  for (let time = 1; time <= times; time++) {
    const call = simulation.callAt(site, `${name} ${time}`, random.fork(time));
    const sentAt = simulation.scheduler.time;
    call.trace(() => `sends a plain form: ${JSON.stringify(words)}`);
    const form = postForm({ ...formOf(words), consent_marketing: 'true' });
    const answer = await simulation.ask(site, call, submitContact, form);
    if (answer?.status === 303) thanked(simulation, site, words, sentAt, undefined);
    days.add(dayOf(sentAt - mostSkew)).add(dayOf(simulation.scheduler.time + mostSkew));
    if (days.size === 1) once(simulation, site, words);
    await simulation.scheduler.sleep(random.pick([200, 30_000, 3_600_000]));
  }
};

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A thanked visitor's words are stored from then on, unless they were erased after they were sent. */
function thanked(
  simulation: Simulation,
  site: Site,
  words: Words,
  sentAt: number,
  id: string | undefined,
): void {
  const isKept = (of: string): boolean => {
    const lead = site.leads.get(of);
    const erasedAt = lead?.erasedAt ?? Infinity;
    return lead?.said === said(words) && erasedAt >= sentAt;
  };
  const ids = id === undefined ? [...site.leads.keys()] : [id];
  if (!ids.some(isKept)) {
    simulation.watch.violated(
      `${id ?? 'a plain form'} was thanked for, and its words are not stored`,
    );
  }
}

/** The same words are one lead, however often the visitor presses the button. */
function once(simulation: Simulation, site: Site, words: Words): void {
  const leads = [...site.leads.values()].filter(
    (lead) => lead.said === said(words) && lead.erasedAt === undefined,
  );
  if (leads.length > 1) simulation.watch.violated(`the same words are ${leads.length} leads`);
}
