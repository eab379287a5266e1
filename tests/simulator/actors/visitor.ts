import { submitContact } from '../../../functions/submit-contact.ts';
import { aSubmission, post } from '../../support/requests.ts';
import { anotherWord, formOf, someWords, type Words } from '../words.ts';
import type { Actor, Doing } from './actor.ts';
import { thanked } from './thanks.ts';

/** How often they press the button before they give up. */
const patience = 4;

/** A form with its script: it has an id, and takes another where the site says that it is taken. */
export const visitor: Actor = async (doing) => {
  const { random, world } = doing;
  let words = someWords(random, doing.number);
  let id = random.uuid();
  const isMachine = random.chance(0.15);
  for (let tries = 1; tries <= patience; tries++) {
    const presses = random.chance(0.15) ? 2 : 1;
    const statuses = await Promise.all(
      Array.from({ length: presses }, (_, press) =>
        submit(doing, words, id, isMachine, `${tries}${press === 0 ? '' : ' again'}`),
      ),
    );
    const isThanked = statuses.includes(200) || statuses.includes(201);
    if (isThanked && !random.chance(0.15)) return;
    if (statuses.includes(409)) id = random.uuid();
    await world.scheduler.sleep(random.between(500, 60_000));
    if (random.chance(0.3)) {
      words = anotherWord(words, doing.number * 10 + tries);
      // A page from before the last deployment keeps its id with other words.
      if (random.chance(0.5)) id = random.uuid();
    }
  }
};

async function submit(
  { world, random, name, number }: Doing,
  words: Words,
  id: string,
  isMachine: boolean,
  press: string,
): Promise<number | undefined> {
  const [site] = world.sites;
  const call = world.callAt(
    site,
    `${name} ${press}`,
    random.fork(Number.parseInt(press) * 7 + press.length + number),
  );
  const submission = aSubmission({
    ...formOf(words),
    id,
    ...(isMachine && { website: 'https://buy.example' }),
  });
  const sentAt = world.scheduler.time;
  call.trace(() => `sends ${id}: ${JSON.stringify(words)}`);
  const answer = await world.ask(
    site,
    call,
    submitContact,
    post('/api/submit-contact', submission),
  );
  if (answer?.status === 200 || answer?.status === 201) thanked(world, site, words, sentAt, id);
  return answer?.status;
}
