import { expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { firestoreStore } from '../../../functions/store/firestore/engine.ts';
import { clientOf, type Travel } from '../../simulator/firestore/client.ts';
import { Database } from '../../simulator/firestore/database.ts';
import { Scheduler, simulatedGlobals } from '../../simulator/scheduler.ts';
import { aSubmission, submitting, type Lead } from '../../support/builders/requests.ts';
import { inSoak } from '../../support/soak.ts';
import { aReceiver, eachEngine, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { openLimitWorld } from '../../support/worlds/limit-world.ts';
import { webhookAt, worldWith } from '../../support/worlds/world.ts';

const perNetwork = 5;
const networkOf = (number: number): string => `198.51.${number % 250}.${Math.floor(number / 250)}`;

/** One number in several notations. */
const spellings = [
  '(713) 555-0142',
  '+1 713 555 0142',
  '713.555.0142 ext. 7',
  '7135550142 / 281-555-0100',
  '1-713-555-0142, after 5',
];

/** A lead of another person each time, with the same phone. */
const forOnePhone = (number: number): Lead =>
  aSubmission({
    name: `Visitor ${number}`,
    email: `visitor-${number}@example.com`,
    phone: spellings[number % spellings.length],
    company: `Works ${number}`,
  });

const forOneMailbox = (number: number): Lead =>
  aSubmission({
    email: ['dana@example.com', 'Dana+1@example.com', 'da.na@example.com'][number % 3],
    phone: `(713) 555-${1000 + number}`,
  });

eachEngine('a person', (makeEngine) => {
  const open = async () => {
    const receiver = await aReceiver();
    return { receiver, ...(await openLimitWorld(makeEngine, webhookAt(receiver.url))) };
  };
  type World = Awaited<ReturnType<typeof open>>;

  const send = async ({ deps }: World, lead: Lead, ip = deps.ip) =>
    (await submitContact(submitting(lead), { ...deps, ip })).status;

  const reasonsOf = async ({ store }: World, { id }: Lead) => {
    const delivery = (await store.get(id))?.delivery;
    return delivery?.state === 'held' ? delivery.reasons : undefined;
  };

  // The emulator reads all leads at each query, so each lead makes it slower.
  const tries = makeEngine === sqliteEngine ? inSoak(1000, 60) : inSoak(200, 20);
  /** More simultaneous requests would exceed the time limit of one process. */
  const crowd = Math.min(tries, 100);

  test.each([
    ['one after the other, with one phone', forOnePhone, 'same_phone', 1],
    ['one after the other, with one mailbox', forOneMailbox, 'same_email', 1],
    ['many at once, with one phone', forOnePhone, 'same_phone', crowd],
  ])(
    'has at most three deliveries a day, although many networks send leads %s',
    { timeout: 300_000 },
    async (_, leadOf, reason, atOnce) => {
      const world = await open();
      const leads = Array.from({ length: tries }, (__, i) => leadOf(i));
      const statuses: number[] = [];
      for (let i = 0; i < tries; i += atOnce) {
        const some = leads.slice(i, i + atOnce);
        statuses.push(
          ...(await Promise.all(
            some.map((lead, j) => send(world, lead, networkOf(Math.floor((i + j) / perNetwork)))),
          )),
        );
      }
      await world.deps.settled();
      // The sender learns nothing from the response.
      expect(new Set(statuses)).toEqual(new Set([201]));
      expect(world.receiver.arrivals.length).toBeLessThanOrEqual(3);
      if (atOnce === 1) expect(world.receiver.arrivals).toHaveLength(3);
      const reasons = await Promise.all(leads.map((lead) => reasonsOf(world, lead)));
      expect(reasons.filter((it) => it !== undefined)).toEqual(
        Array(tries - world.receiver.arrivals.length).fill([reason]),
      );
    },
  );

  test('a person may ask three times in a day, and again on the next', async () => {
    const world = await open();
    const leads = ['We roof.', 'We also do gutters.', 'Please call in the morning.', 'Hello?'].map(
      (message) => aSubmission({ message }),
    );
    // A retry with the same id doesn't count again.
    for (const lead of leads.slice(0, 3))
      expect([await send(world, lead), await send(world, lead)]).toEqual([201, 200]);
    for (const lead of leads) await send(world, lead);
    world.pass(24 * 60 * 60 * 1000);
    const later = aSubmission({ message: 'Still waiting.' });
    await send(world, later);
    expect(await Promise.all([...leads, later].map((it) => reasonsOf(world, it)))).toEqual([
      undefined,
      undefined,
      undefined,
      ['same_phone', 'same_email'],
      undefined,
    ]);
    await world.deps.settled();
    expect(world.receiver.arrivals).toHaveLength(4);
  });
});

/** Sends all leads at once, to a simulated Firestore with realistic delays. */
async function atOnceOnFirestore(leads: readonly Lead[], networks: number, count: number) {
  const scheduler = new Scheduler();
  using globals = simulatedGlobals(scheduler);
  globals.install();
  const database = new Database(() => undefined);
  const storeWith = (travel: Travel) => firestoreStore(clientOf(database, travel), () => undefined);
  const store = storeWith(async (name, apply) => {
    const wayMs = (name.startsWith('commit') ? 90 : 40) / 2;
    await scheduler.sleep(wayMs);
    const answer = Promise.try(apply);
    await Promise.allSettled([answer, scheduler.sleep(wayMs)]);
    return answer;
  });
  const sent = leads.map((lead, i) =>
    submitContact(submitting(lead), {
      ...worldWith(store, { now: () => new Date(scheduler.time) }),
      submitLimit: { count, windowMs: 600_000 },
      ip: networkOf(i % networks),
    }),
  );
  const waiting = { for: sent.length };
  for (const request of sent) void request.finally(() => (waiting.for -= 1));
  // Node reads request bodies in its own event loop turns, which the scheduler does not wait for.
  while (waiting.for > 0) await scheduler.run();
  const answers = await Promise.all(sent);
  const truth = storeWith((_, apply) => Promise.try(apply));
  const stored = await Promise.all(leads.map(({ id }) => truth.get(id)));
  return { statuses: answers.map(({ status }) => status), stored };
}

test('no more requests from one network are stored than its limit, however slow the store is', async () => {
  const leads = Array.from({ length: 120 }, (_, i) =>
    aSubmission({ email: `${i}@example.com`, phone: `(713) 555-${1000 + i}` }),
  );
  const { statuses } = await atOnceOnFirestore(leads, 1, 40);
  const admitted = statuses.filter((it) => it === 201);
  expect(admitted.length).toBeGreaterThan(0);
  expect(admitted.length).toBeLessThanOrEqual(40);
  expect(statuses.filter((it) => it === 429)).toHaveLength(120 - admitted.length);
});

test('no more than three leads with one phone are sent from a burst, however slow the store is', async () => {
  const leads = Array.from({ length: 80 }, (_, i) => forOnePhone(i));
  const { statuses, stored } = await atOnceOnFirestore(leads, 16, 30);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const sent = stored.filter((it) => it?.delivery.state !== 'held');
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(3);
});
