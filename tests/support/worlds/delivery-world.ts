import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteDeps } from '../../../functions/deps.ts';
import type { LogEvent } from '../../../functions/log/log.ts';
import { makeSend } from '../../../functions/delivery/send.ts';
import { parseWebhook } from '../../../functions/delivery/webhook/webhook.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import type { Store } from '../../../functions/store/port.ts';
import { Receiver } from '../servers/receiver.ts';
import { aRecord } from '../builders/record.ts';
import { eachEngine } from './each-engine.ts';
import { destinations, settingsFor, type Destination } from './mail-world.ts';
import { quickFolder } from './quick-folder.ts';
import { worldWith } from './world.ts';

/** The world of deliveries: a real store, a real receiver, and a clock that tests move. */
export interface DeliveryWorld extends AsyncDisposable {
  folder: string;
  store: Store;
  receiver: Receiver;
  log: LogEvent[];
  /** The deps of another process, which has its own connection to the same database. */
  worker: (different?: Partial<SiteDeps>) => SiteDeps;
  /** Stores this many leads, each due after the one before, and returns their ids in that order. */
  leads: (count: number) => Promise<string[]>;
  advance: (ms: number) => void;
  get: (id: string) => Promise<SubmissionRecord>;
}

/** Uses Firestore if it gets an emulator's host, and SQLite otherwise. */
export async function openDeliveryWorld(
  emulatorHost?: string,
  by: Destination = 'the webhook',
): Promise<DeliveryWorld> {
  const folder = await mkdtemp(join(quickFolder, 'delivery-'));
  const receiver = await Receiver.open();
  const webhook = parseWebhook(await settingsFor(by, receiver));
  const log: LogEvent[] = [];
  const projectId = `delivery-${crypto.randomUUID()}`;
  const openStore = () =>
    emulatorHost === undefined
      ? openSqlite(folder, (event) => log.push(event), 100)
      : openFirestore({ projectId, emulatorHost }, (event) => log.push(event));
  const store = openStore();
  const stores = [store];
  let now = Date.now();

  return {
    folder,
    store,
    receiver,
    log,
    worker: (different = {}) => {
      const own = openStore();
      stores.push(own);
      return worldWith(own, {
        webhook,
        send: makeSend(),
        now: () => new Date(now),
        random: () => 0,
        log: (event) => log.push(event),
        ...different,
      });
    },
    leads: async (count) => {
      const records = Array.from({ length: count }, (_, i) =>
        aRecord({ created_at: new Date(now - count + i).toISOString() }),
      );
      await Promise.all(records.map((record) => store.create(record)));
      return records.map(({ id }) => id);
    },
    advance: (ms) => {
      now += ms;
    },
    get: async (id) => {
      const record = await store.get(id);
      if (!record) throw new Error(`There is no submission ${id}`);
      return record;
    },
    [Symbol.asyncDispose]: async () => {
      await receiver[Symbol.asyncDispose]();
      for (const it of stores) await it.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Runs the same tests on each engine with leads that go to the webhook, and with leads that go by mail. */
export function eachDestination(
  title: string,
  promise: (open: () => Promise<DeliveryWorld>, by: Destination) => void,
): void {
  for (const by of destinations) {
    eachEngine(`${title} by ${by}`, (emulatorHost) => {
      promise(() => openDeliveryWorld(emulatorHost, by), by);
    });
  }
}
