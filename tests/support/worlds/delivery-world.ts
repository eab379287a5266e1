import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteDeps } from '../../../functions/deps.ts';
import { keyedHasher } from '../../../functions/intake/keyed-hash.ts';
import { openRateLimiter } from '../../../functions/intake/rate-limit/rate-limiter.ts';
import type { LogEvent } from '../../../functions/log/log.ts';
import { makeSend } from '../../../functions/delivery/webhook/post.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { openSqlite } from '../../../functions/store/sqlite/open.ts';
import type { Store } from '../../../functions/store/port.ts';
import { Receiver } from '../servers/receiver.ts';
import { aRecord } from '../builders/record.ts';
import { webhookAt } from './store-world.ts';

/** What the relay works in: a real database and a real receiver, and a clock that tests turn. */
export interface RelayWorld extends AsyncDisposable {
  folder: string;
  store: Store;
  receiver: Receiver;
  log: LogEvent[];
  /** A process of its own would have its own connection to the same database, as this has. */
  worker: (different?: Partial<SiteDeps>) => SiteDeps;
  /** Stores that many, one due after the other, and gives their ids in that order. */
  leads: (count: number) => Promise<string[]>;
  advance: (ms: number) => void;
  get: (id: string) => Promise<SubmissionRecord>;
}

/** On Firestore where an emulator's host is given, else on SQLite. */
export async function openRelayWorld(emulatorHost?: string): Promise<RelayWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'relay-'));
  const receiver = await Receiver.open();
  const log: LogEvent[] = [];
  const projectId = `relay-${crypto.randomUUID()}`;
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
      return {
        store: () => Promise.resolve(own),
        verify: () => Promise.resolve(undefined),
        webhook: webhookAt(receiver.url),
        send: makeSend(),
        retentionDays: undefined,
        rateLimiter: openRateLimiter({ count: 30, windowMs: 600_000 }),
        keyedHash: keyedHasher({ folder }),
        formPage: () => Promise.reject(new Error('The relay asks for no page')),
        now: () => new Date(now),
        random: () => 0,
        newId: () => crypto.randomUUID(),
        log: (event) => log.push(event),
        ...different,
      };
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
