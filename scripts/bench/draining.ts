/** How many pending leads one run of the schedule delivers, on a store with a long backlog. */
import { setTimeout as wait } from 'node:timers/promises';
import { retryDeliveries } from '../../functions/delivery/retry.ts';
import type { Send } from '../../functions/delivery/webhook/post.ts';
import { webhookAt, worldWith } from '../../tests/support/worlds/world.ts';
import { backlog, drainFigures } from './figures.ts';
import { measured, type Measured } from './format.ts';
import { seeded } from './leads.ts';
import { withFolder } from './measuring.ts';

const answerMs = 300;
const hangMs = 10_000;
/** The number of requests that hang in the second run. */
const hanging = 10;

const delivered = { status: 200, answer: '', retryAfter: null, ms: answerMs };

export const measureDraining = (): Promise<Measured[]> =>
  withFolder(async (folder) => {
    const { store } = await seeded(folder, backlog, (at) => ({
      state: 'pending',
      next_attempt_at: at,
    }));
    const hangs = new Set<string>();
    const send: Send = async ({ id }) => {
      if (!hangs.has(id)) return wait(answerMs, delivered);
      return wait(hangMs, { error: 'timeout', ms: hangMs });
    };
    const webhook = webhookAt(new URL('https://leads.example'));
    const world = worldWith(store, { webhook, send, log: () => undefined });

    const plain = await retryDeliveries(world);
    for (const id of await store.due(new Date().toISOString(), hanging)) hangs.add(id);
    const behindHanging = await retryDeliveries(world);
    await store.close();
    return measured(drainFigures, { plain, behindHanging });
  });
