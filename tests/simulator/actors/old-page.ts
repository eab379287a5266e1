import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { api } from '../../../src/shared/api.ts';
import { aSubmission, post } from '../../support/builders/requests.ts';
import { anotherWord, formOf, someWords } from '../words.ts';
import type { Actor } from './actor.ts';
import { thanked } from './thanks.ts';

/** A page from before a deployment, or a foreign script, that keeps its id but changes the words. */
export const oldPage: Actor = async ({ simulation, random, name, number }) => {
  const [site] = simulation.sites;
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
