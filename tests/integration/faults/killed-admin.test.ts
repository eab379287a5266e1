import { expect, test } from 'vitest';
import type { Handler } from '../../../functions/deps.ts';
import { releaseSubmission } from '../../../functions/delivery/by-hand.ts';
import { erasePerson } from '../../../functions/erasure/erase.ts';
import {
  answerSubmission,
  archiveSubmission,
} from '../../../functions/inbox/answer-and-archive.ts';
import { doNotContact } from '../../../functions/opt-outs/do-not-contact.ts';
import { personHasher } from '../../../functions/opt-outs/person.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Store } from '../../../functions/store/port.ts';
import { loggedIn } from '../../support/builders/audit.ts';
import { storeMany } from '../../support/builders/many-leads.ts';
import { aRecord } from '../../support/builders/record.ts';
import { bearer, post } from '../../support/builders/requests.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { dyingAt, type Death, idsBy } from '../../support/worlds/stored.ts';
import { webhookAt, worldWith } from '../../support/worlds/world.ts';

interface Click {
  handler: Handler;
  body: object;
  lead?: Partial<SubmissionRecord>;
  /** The action's name in the audit log. */
  action: string;
  isDone: (store: Store) => Promise<boolean>;
}

const lead = aRecord({ id: 'lead', answered: null, delivery: { state: 'off' } });
const personHash = personHasher('the privacy key of the tests, and of nobody');
const isOptedOut = async (store: Store) => (await store.optOuts(personHash(lead))).found.length > 0;
const isReleased = async (store: Store) => (await store.get('lead'))?.delivery.state !== 'held';

const clicks: Record<string, Click> = {
  answer: {
    handler: answerSubmission,
    body: { submissionId: 'lead', answered: true },
    action: 'answered',
    isDone: async (store) => Boolean((await store.get('lead'))?.answered),
  },
  archive: {
    handler: archiveSubmission,
    body: { submissionId: 'lead', archived: true },
    action: 'archived',
    isDone: async (store) => (await store.get('lead'))?.archived === true,
  },
  release: {
    handler: releaseSubmission,
    body: { submissionId: 'lead' },
    lead: { delivery: { state: 'held', reasons: ['honeypot'] } },
    action: 'released',
    isDone: isReleased,
  },
  'release of a person who asked not to be contacted': {
    handler: releaseSubmission,
    body: { submissionId: 'lead' },
    lead: {
      opted_out: { at: '2025-11-03T16:20:00.000Z', how: 'stop-page' },
      delivery: { state: 'held', reasons: ['asked-to-stop'] },
    },
    action: 'released',
    isDone: isReleased,
  },
  'opt-out': {
    handler: doNotContact,
    body: { email: lead.email, phone: lead.phone, on: true, submissionId: 'lead' },
    action: 'opted-out',
    isDone: isOptedOut,
  },
};

const deaths = [1, 2, 3].flatMap((count) =>
  (['before', 'after'] as const).map((death) => ({ count, death })),
);

const eventsIn = async (store: Store) => (await loggedIn(store)).map(({ event }) => event);

const actionsIn = async (store: Store) => (await eventsIn(store)).map(({ action }) => action);

const erasedIn = async (store: Store) =>
  (await eventsIn(store)).flatMap((event) => (event.action === 'erased' ? event.submissions : []));

onEachEngine((makeEngine) => {
  const open = async () => {
    const store = (await makeEngine()).open();
    await store.grantRole('ada', 'admin');
    /** Calls a process that dies at one of its writes, or survives. */
    const ask = async (handler: Handler, body: object, dies?: { count: number; death: Death }) => {
      const { site, died } = dyingAt(store, dies?.count ?? Infinity, dies?.death ?? 'before');
      const world = worldWith(site, {
        verify: () => Promise.resolve({ uid: 'ada', email: 'ada@example.com' }),
        webhook: webhookAt(new URL('https://webhook.example')),
        // No delivery begins: kill.test.ts kills those.
        waitUntil: () => undefined,
      });
      return Promise.race([handler(post('/api', body, bearer('token')), world), died]);
    };
    return { store, ask };
  };

  test.each(
    Object.entries(clicks).flatMap(([name, click]) =>
      deaths.map((dies) => ({ name, ...click, ...dies })),
    ),
  )(
    '$name, killed $death write $count, is either done and logged or not done, and can be repeated',
    async ({ handler, body, lead: different, action, isDone, count, death }) => {
      const { store, ask } = await open();
      await store.create({ ...lead, ...different });
      await ask(handler, body, { count, death });
      if (await isDone(store)) expect(await actionsIn(store)).toContain(action);
      const again = await ask(handler, body);
      // 409: the lead was released before the answer was lost.
      expect([200, 201, 409]).toContain(again === 'died' ? again : again.status);
      expect(await isDone(store)).toBe(true);
      expect(await actionsIn(store)).toContain(action);
    },
  );

  test.each([1, 2, 3])(
    'an erasure killed before commit %i can be continued, and names each lead once',
    async (count) => {
      const { store, ask } = await open();
      const ids = Array.from({ length: 45 }, (_, i) => `lead-${i}`);
      await storeMany(store, ids.length, (i) => aRecord({ id: `lead-${i}` }));
      const { email } = lead;
      await ask(erasePerson, { email, count: ids.length }, { count, death: 'before' });
      const left = await idsBy(store, email, 1000);
      expect((await erasedIn(store)).toSorted()).toEqual(
        ids.filter((id) => !left.includes(id)).toSorted(),
      );
      const again = await ask(erasePerson, { email, count: left.length });
      expect(again).toMatchObject({ status: 200 });
      expect(await idsBy(store, email, 1000)).toEqual([]);
      expect((await erasedIn(store)).toSorted()).toEqual(ids.toSorted());
    },
  );
});
