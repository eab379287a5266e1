/** How many pending leads one run of the schedule delivers, on a store with a long backlog. */
import { setTimeout as wait } from 'node:timers/promises';
import { retryDeliveries } from '../../functions/delivery/retry.ts';
import type { Send } from '../../functions/delivery/webhook/post.ts';
import { aRecord } from '../../tests/support/builders/record.ts';
import { webhookAt, worldWith } from '../../tests/support/worlds/world.ts';
import { backlog, draining } from './function-figures.ts';
import { measured, type Report } from './format.ts';
import { withFolder } from './scratch.ts';
import { seeded } from './leads.ts';

const answerMs = 300;
const hangMs = 10_000;
const hanging = 10;
/** When the new lead comes, from the beginning of the first run. */
const newLeadAfterMs = 5000;

const delivered = { status: 200, answer: '', retryAfter: null, ms: answerMs };

export function drainingReport(): Promise<Report> {
  return withFolder(async (folder) => {
    const { store } = await seeded(folder, backlog, (at) => ({
      state: 'pending',
      next_attempt_at: at,
    }));
    const hangs = new Set<string>();
    const sent = new Set<string>();
    const send: Send = async ({ id }) => {
      sent.add(id);
      if (!hangs.has(id)) return wait(answerMs, delivered);
      return wait(hangMs, { error: 'timeout', ms: hangMs });
    };
    const webhook = webhookAt(new URL('https://leads.example'));
    const world = worldWith(store, { webhook, send, log: () => undefined });

    const before = process.cpuUsage();
    const first = retryDeliveries(world);
    await wait(newLeadAfterMs);
    const newLead = aRecord({ created_at: new Date().toISOString() });
    await store.create(newLead);
    const plain = await first;
    const { user, system } = process.cpuUsage(before);

    for (const id of await store.due(new Date().toISOString(), hanging)) hangs.add(id);
    const runsBefore = sent.has(newLead.id) ? 0 : 1;
    const behindHanging = await retryDeliveries(world);
    const runs = sent.has(newLead.id) ? runsBefore + 1 : NaN;
    await store.close();
    return {
      title: 'One run of retry-deliveries on SQLite',
      details:
        `${backlog} leads wait. Each attempt takes ${answerMs} ms; in the second run the first ` +
        `${hanging} take ${hangMs} ms. A new lead comes during the first run.\n` +
        `Of the processor, a lead takes ${((user + system) / 1000 / plain).toFixed(2)} ms.`,
      figures: measured(draining, { plain, behindHanging, runs }),
    };
  });
}
