import { expect, test } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import type { Webhook } from '../../../functions/delivery/webhook/webhook.ts';
import { parseWebhook } from '../../../functions/env.ts';
import { api } from '../../../src/shared/api.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Store } from '../../../functions/store/port.ts';
import { allStored } from '../../support/worlds/stored.ts';
import { onEachServer, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { startFunctions } from '../../support/servers/functions-server.ts';
import { fromAnother, type Lead } from '../../support/builders/requests.ts';
import { post } from '../../support/servers/local-site.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { inSoak, isSoak } from '../../support/soak.ts';
import { destinations, settingsFor } from '../../support/worlds/delivery-world.ts';
import { worldWith } from '../../support/worlds/world.ts';

/** Starting a process takes most of the time, so there are few processes with many leads each. */
const kills = inSoak(1000, 4);
const hour = 60 * 60 * 1000;
const burst = 10;
/** Half of the kills come when the webhook is called, the others within this many milliseconds of an answer. */
const longestLife = 40;

onEachServer((makeEngine) => {
  // Without the soak, each store tests only one destination, to save time.
  const way = makeEngine === sqliteEngine ? 'mail' : 'the webhook';
  test.each(isSoak ? destinations : ([way] as const))(
    'the site keeps every lead that it accepted and delivers it by %s, however often it is killed',
    async (by) => {
      const engine = await makeEngine();
      const store = engine.open();
      await using receiver = await Receiver.open();
      const settings = await settingsFor(by, receiver);
      const env = { ...engine.env, ...settings };
      const sent = new Map<string, Lead>();
      const answered = new Set<string>();
      const points: Record<string, number> = {};

      for (let round = 0; round < kills; round++) {
        await using server = await startFunctions({ env }, new URL(settings['WEBHOOK_URL'] ?? ''));
        const submit = async (lead: Lead): Promise<number> => {
          sent.set(lead.id, lead);
          const { status = 0 } = await post(server.port, api.submitContact, lead);
          if (status < 300) answered.add(lead.id);
          return status;
        };
        // Visitors without an answer submit again, and a thanked visitor submits twice. The requests are
        // sequential, because the rate limiter may refuse a burst from one network for a minute.
        const unanswered = [...sent.values()].filter(({ id }) => !answered.has(id));
        const thanked = [...sent.values()].findLast(({ id }) => answered.has(id));
        for (const lead of unanswered) expect([200, 201]).toContain(await submit(lead));
        if (thanked) expect(await submit(thanked)).toBe(200);

        const leads = Array.from({ length: burst }, fromAnother);
        const posts = leads.map(submit);
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
      // Otherwise no kill hit a delivery, and the test would prove nothing.
      expect((points['claimed'] ?? 0) + (points['sent'] ?? 0)).toBeGreaterThan(kills / 5);

      await drain(store, parseWebhook(settings));
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
        const bodies = receiver.of(id).map(({ body }) => body);
        expect(bodies.length).toBeGreaterThan(0);
        expect(new Set(bodies).size).toBe(1);
      }
      expect(receiver.arrivals.filter(({ id }) => !ids.includes(id))).toEqual([]);
    },
    inSoak(2 * hour, 600_000),
  );
});

/** Waits until the webhook has received one of these leads. */
async function called(receiver: Receiver, leads: readonly Lead[]): Promise<void> {
  while (!leads.some(({ id }) => receiver.of(id).length > 0))
    await receiver.arrived(receiver.arrivals.length + 1);
}

function pointOf(record: SubmissionRecord | undefined, arrivals: number): string {
  if (!record) return 'not stored';
  if (record.delivery.state === 'delivered') return 'delivered';
  if (arrivals > 0) return 'sent';
  return record.lease ? 'claimed' : 'stored';
}

/** Each kill hits another moment: before the claim, before the webhook's response, before that is stored. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, Math.random() * longestLife));

/** Retries as the schedule does, once every lease of a killed process has run out. */
async function drain(store: Store, webhook: Webhook): Promise<void> {
  // On a busy machine an attempt may time out, and its lead waits for the next hour.
  for (const hours of [1, 2, 3]) {
    const later = () => new Date(Date.now() + hours * hour);
    const schedule = worldWith(store, { webhook, now: later });
    // A run has time for this many, and for fewer by mail.
    while ((await retryDeliveries(schedule)) > 0);
  }
}
