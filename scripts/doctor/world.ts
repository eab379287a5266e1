import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { Storage } from '../../functions/env.ts';
import type { Resolve } from '../../functions/delivery/webhook/guard.ts';
import { send, type Send } from '../../functions/delivery/webhook/post.ts';
import { openStore } from '../../functions/store/open.ts';
import type { Store } from '../../functions/store/port.ts';

/** Everything outside the process that checks use. */
export interface DoctorDeps {
  env: Readonly<Record<string, string | undefined>>;
  fetch: typeof fetch;
  resolve: Resolve;
  openStore: (storage: Storage) => Promise<Store>;
  send: Send;
  /** A text file of the repository; undefined if it doesn't exist. */
  read: (name: string) => Promise<string | undefined>;
  now: () => Date;
  newId: () => string;
}

export const liveWorld = (env: NodeJS.ProcessEnv): DoctorDeps => ({
  env,
  fetch,
  resolve: (hostname) => lookup(hostname, { all: true }),
  // The log would mix with the report.
  openStore: (storage) => openStore(storage, () => undefined),
  send,
  read: (name) =>
    readFile(name, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }),
  now: () => new Date(),
  newId: () => crypto.randomUUID(),
});
