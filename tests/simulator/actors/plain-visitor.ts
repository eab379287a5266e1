import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { postForm } from '../../support/builders/requests.ts';
import { formOf, someWords } from '../words.ts';
import type { Actor } from './actor.ts';
import { mostSkew } from '../watch.ts';
import { once, thanked } from './thanks.ts';

/** A form without JavaScript has no id: the same words may come again, soon or after an erasure. */
export const plainVisitor: Actor = async ({ simulation, random, name, number }) => {
  const [site] = simulation.sites;
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
