import type { Session } from '../../../src/browser/session.ts';
import { drafts } from '../../../src/islands/contact-form/draft.ts';
import { createForm } from '../../../src/islands/contact-form/form.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { api } from '../../../src/shared/api.ts';
import { post } from '../../support/builders/requests.ts';
import { fakeLine } from '../../support/worlds/form-world.ts';
import { anotherWord, draftOf, someWords, type Words } from '../words.ts';
import type { Actor, Doing } from './actor.ts';
import { once, thanked } from './thanks.ts';

/** The number of tries before a visitor gives up. */
const patience = 4;

interface Tab {
  memory: Map<string, string>;
  form: ReturnType<typeof createForm>;
}

/** The site's own form in a simulated browser: one tab, or a second that was duplicated from it. */
export const visitor: Actor = async (doing) => {
  const { random, simulation, number } = doing;
  const isMachine = random.chance(0.15);
  let words = someWords(random, number);
  let tabs = [openTab(doing, new Map())];
  const press = async ({ form }: Tab, said: Words): Promise<void> => {
    const sentAt = simulation.scheduler.time;
    await form.submit(draftOf(said), isMachine ? 'https://buy.example' : '');
    if (form.$view.get().state === 'sent')
      thanked(simulation, simulation.sites[0], said, sentAt, undefined);
  };
  for (let tries = 1; tries <= patience; tries++) {
    if (tabs.length === 1 && random.chance(0.15)) {
      tabs = tabs.flatMap((tab) => [tab, openTab(doing, new Map(tab.memory))]);
    }
    const said = words;
    const pressed = tabs.map((tab, i) => press(tab, i === 0 ? said : words));
    // This is a second click before the first was answered.
    if (random.chance(0.15)) pressed.push(press(random.pick(tabs), said));
    if (random.chance(0.2)) words = anotherWord(words, number * 10 + tries);
    await Promise.all(pressed);
    if (tabs.length === 1) once(simulation, simulation.sites[0], said);
    if (tabs.every(({ form }) => form.$view.get().state === 'sent')) return;
    await simulation.scheduler.sleep(random.between(500, 60_000));
    if (random.chance(0.3)) words = anotherWord(words, number * 10 + tries);
    // This is a reload of the page.
    if (random.chance(0.2)) tabs = tabs.map(({ memory }) => openTab(doing, memory));
  }
};

function openTab(doing: Doing, memory: Map<string, string>): Tab {
  const session: Session = {
    read: (key) => memory.get(key) ?? null,
    write: (key, value) => void memory.set(key, value),
    remove: (key) => void memory.delete(key),
  };
  const form = createForm('contact_page', {
    fetch: browserOf(doing),
    newId: () => doing.random.uuid(),
    memory: drafts(session),
    attribution: () => ({ utm_campaign: 'spring' }),
    line: fakeLine(),
    toast: () => undefined,
  });
  return { memory, form };
}

/** Answers like a network: a lost answer is an error at once, or after the timeout. */
function browserOf({ simulation, random, name }: Doing): typeof fetch {
  let requests = 0;
  return async (_, { signal, body } = {}) => {
    const number = (requests += 1);
    const call = simulation.callAt(simulation.sites[0], `${name} ${number}`, random.fork(number));
    call.trace(() => `sends ${JSON.stringify(body)}`);
    const request = post(api.submitContact, body);
    const gaveUp = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => {
        reject(new Error('No answer in time'));
      });
    });
    const answer = await Promise.race([
      simulation.ask(simulation.sites[0], call, submitContact, request),
      gaveUp,
    ]);
    if (answer) return answer;
    if (signal && random.chance(0.5)) return gaveUp;
    throw new TypeError('The connection broke off');
  };
}
