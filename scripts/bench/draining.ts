/** How many pending leads one run of the schedule delivers, on a store with a long backlog. */
import { setTimeout as wait } from 'node:timers/promises';
import { retryDeliveries } from '../../functions/delivery/retry.ts';
import type { Send } from '../../functions/delivery/send.ts';
import { webhookAt, worldWith } from '../../tests/support/worlds/world.ts';
import type { Figure } from './figures.ts';
import { seeded } from './leads.ts';
import { withFolder } from './measuring.ts';

const backlog = 20_000;
const answerMs = 300;
const hangMs = 10_000;
/** The number of requests that hang in the second run. */
const hanging = 10;

const success = { status: 200, answer: '', retryAfter: null, ms: answerMs };

export const measureDraining = (): Promise<Figure[]> =>
  withFolder(async (folder) => {
    const { store } = await seeded(folder, backlog, (at) => ({
      state: 'pending',
      next_attempt_at: at,
    }));
    const hangs = new Set<string>();
    const send: Send = async ({ id }) => {
      if (!hangs.has(id)) return wait(answerMs, success);
      return wait(hangMs, { error: 'timeout', ms: hangMs });
    };
    const webhook = webhookAt(new URL('https://leads.example'));
    const world = worldWith(store, { webhook, send, log: () => undefined });

    const plain = await retryDeliveries(world);
    for (const id of await store.due(new Date().toISOString(), hanging)) hangs.add(id);
    const behindHanging = await retryDeliveries(world);
    await store.close();
    const delivered = (which: string, value: number): Figure => ({
      name: `20,000 pending leads on SQLite, ${which}: delivered`,
      unit: 'a minute',
      value,
    });
    return [
      delivered('the webhook answers in 300 ms', plain),
      delivered('ten of them hang first', behindHanging),
    ];
  });
