import { expect, test } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { api } from '../../../src/shared/api.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Store } from '../../../functions/store/port.ts';
import { allStored } from '../../support/worlds/stored.ts';
import { onEachEngine, type Engine } from '../../support/worlds/each-engine.ts';
import { startFunctions } from '../../support/servers/functions-server.ts';
import { fromAnother, type Lead } from '../../support/builders/requests.ts';
import { MailServer } from '../../support/servers/mail-server.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { inSoak } from '../../support/soak.ts';
import { mailBy, noAlerts, webhookAt, worldWith } from '../../support/worlds/world.ts';

/** Starting a process takes most of the time, so there are few of them, with many leads each. */
const kills = inSoak(1000, 4);
/** Leads that are submitted together. */
const burst = 10;
/** Half of the kills come when the webhook is called, the others within this many milliseconds of an answer. */
const longestLife = 40;

onEachEngine((makeEngine) => {
  test.each([
    ['the webhook', Receiver],
    ['mail', MailServer],
  ])(
    'the site keeps every lead that it accepted and delivers it by %s, however often it is killed',
    async (_, to) => {
      const engine = await makeEngine();
      const store = engine.open();
      await using receiver = await to.open();
      const sent = new Map<string, Lead>();
      const answered = new Set<string>();
      const points: Record<string, number> = {};

      for (let round = 0; round < kills; round++) {
        await using server = await startFunctions(...destination(engine, receiver));
        const post = async (lead: Lead): Promise<number> => {
          sent.set(lead.id, lead);
          const { status } = await fetch(`http://127.0.0.1:${server.port}${api.submitContact}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(lead),
          });
          if (status < 300) answered.add(lead.id);
          return status;
        };
        // Visitors without an answer submit again, and one who was thanked submits twice.
        const unanswered = [...sent.values()].filter(({ id }) => !answered.has(id));
        const thanked = [...sent.values()].findLast(({ id }) => answered.has(id));
        const again = await Promise.all(unanswered.map(post));
        expect(again.filter((status) => status !== 200 && status !== 201)).toEqual([]);
        if (thanked) expect(await post(thanked)).toBe(200);

        const leads = Array.from({ length: burst }, fromAnother);
        const posts = leads.map(post);
        await Promise.any(posts);
        await (round % 2 ? called(receiver, leads) : aWhile());
        server.signal('SIGKILL');
        await server.exit;
        await Promise.allSettled(posts);
        for (const { id } of leads) {
          const point = pointOf(await store.get(id), receiver.of(id).length);
          points[point] = (points[point] ?? 0) + 1;
        }
      }
      // Otherwise no kill hit a delivery, and the rest would prove nothing.
      expect((points['claimed'] ?? 0) + (points['sent'] ?? 0)).toBeGreaterThan(kills / 5);

      await drain(store, receiver);
      const stored = await allStored(store);
      const ids = stored.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect([...answered].filter((id) => !ids.includes(id))).toEqual([]);
      expect(ids.filter((id) => !sent.has(id))).toEqual([]);
      for (const { id, delivery, lease } of stored) {
        expect({ id, state: delivery.state, lease }).toEqual({
          id,
          state: 'delivered',
          lease: null,
        });
        const bodies = receiver.of(id).map(bodyOf);
        expect(bodies.length).toBeGreaterThan(0);
        expect(new Set(bodies).size).toBe(1);
      }
      expect(arrivalsAt(receiver).filter(({ id }) => !ids.includes(id))).toEqual([]);
    },
    600_000,
  );
});

const arrivalsAt = (it: Receiver | MailServer): readonly { id: string }[] =>
  'mails' in it ? it.mails : it.arrivals;

const address = 'sales@company.example';

const destination = ({ env }: Engine, to: Receiver | MailServer) =>
  'mails' in to
    ? ([
        { env: { ...env, SMTP_URL: to.url, SITE_URL: noAlerts.site } },
        new URL(`mailto:${address}`),
      ] as const)
    : ([{ env }, to.url] as const);

/** The same for each try. Each copy of a mail has its own date and boundary. */
const bodyOf = (it: { body: string } | { raw: string }): string =>
  'body' in it ? it.body : it.raw.replace(/^Date: .*|boundary=.*|--_NmP.*$/gm, '');

/** Waits until the webhook has one of these leads. */
async function called(receiver: Receiver | MailServer, leads: readonly Lead[]): Promise<void> {
  while (!leads.some(({ id }) => receiver.of(id).length > 0))
    await receiver.arrived(arrivalsAt(receiver).length + 1);
}

/** How far a lead had come. */
function pointOf(record: SubmissionRecord | undefined, arrivals: number): string {
  if (!record) return 'not stored';
  if (record.delivery.state === 'delivered') return 'delivered';
  if (arrivals > 0) return 'sent';
  return record.lease ? 'claimed' : 'stored';
}

/** The kill hits another moment each time: before the claim, before the webhook answers, before that is stored. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, Math.random() * longestLife));

/** Retries as the schedule does, once every lease of a killed process has run out. */
async function drain(store: Store, to: Receiver | MailServer): Promise<void> {
  const later = () => new Date(Date.now() + 60 * 60 * 1000);
  const webhook = 'mails' in to ? mailBy(to.url, address) : webhookAt(to.url);
  await retryDeliveries(worldWith(store, { webhook, now: later }));
}
