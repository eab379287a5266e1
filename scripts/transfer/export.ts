/** `npm run export -- <file> [--env <file>]`: writes a store's records as lines of JSON, for `npm run import`. */
import { lstat, open, rename, rm } from 'node:fs/promises';
import { parseEnv } from '../../functions/env.ts';
import type { Store } from '../../functions/store/port.ts';
import { codeOf, ensure, orSentence, StartError } from '../command.ts';
import { readArguments } from '../local/environment.ts';
import { withStore } from '../local/with-store.ts';
import { endOf, headerOf, Tally, textOf, type Item, type Line } from './file.ts';
import { describeStorage, fingerprintIn, requireDatabase, type Say } from './settings.ts';

/**
 * The records of a store, page by page. The audit log is read last, so that it has every erasure of a lead whose page
 * was read before.
 */
export async function* storeItems(store: Store): AsyncGenerator<Item[]> {
  yield* store.all('submissions');
  yield* store.all('user_roles');
  yield* store.all('opt_outs');
  // Leaves out notices and alerts: another site has other addresses for them.
  for await (const entries of store.all('outbox'))
    yield entries.filter((entry) => entry.kind === 'rights' || entry.kind === 'damaged');
  yield* store.all('spent');
  yield* store.all('audit_log');
}

/** Resolves when the lines are written, so that at most one page is in memory. */
export type Write = (lines: readonly Line[]) => Promise<unknown>;

export async function exportStore(
  store: Store,
  { from, key, write, say }: { from: string; key: string | undefined; write: Write; say: Say },
): Promise<Tally> {
  const tally = new Tally();
  let lines = 0;
  await write([headerOf(from, key)]);
  for await (const items of storeItems(store)) {
    for (const item of items) {
      tally.count(item.kind);
      if (item.kind === 'damaged') say(`Left out because it is damaged: ${item.of} ${item.id}.`);
    }
    await write(items);
    lines += items.length;
  }
  await write([endOf(lines)]);
  return tally;
}

/** The file gets its name when it is complete. If the disk is full or the process is killed, only .part may remain. */
async function intoFile<T>(name: string, work: (write: Write) => Promise<T>): Promise<T> {
  const part = `${name}.part`;
  for (const path of [name, part]) {
    const existing = await lstat(path).catch(() => undefined);
    ensure(!existing, `${path} exists already: name another file, or remove it.`);
  }
  // The file has personal data: only this user may read it (0600), and `wx` refuses a file of another user.
  const file = await open(part, 'wx', 0o600);
  try {
    const result = await work((lines) => file.appendFile(textOf(lines)));
    await file.sync();
    await rename(part, name);
    return result;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

export async function exportTo(name: string, env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const { storage } = parseEnv(env);
  const from = describeStorage(storage);
  say(`Exporting ${from} to ${name}.`);
  requireDatabase(storage);
  const tally = await withStore(
    storage,
    async (store) => {
      const key = (await store.optOutList()).fingerprint ?? (await fingerprintIn(env));
      return intoFile(name, (write) => exportStore(store, { from, key, write, say }));
    },
    'grpc',
  ).catch((cause: unknown) => {
    // For example "ENOSPC: no space left on device, write". These messages don't quote the file.
    const isDisk = cause instanceof Error && 'syscall' in cause && codeOf(cause) !== undefined;
    throw isDisk ? new StartError(`${cause.message}. Nothing was exported.`, { cause }) : cause;
  });
  say(
    `Exported ${String(tally)}. The file contains personal data: keep it where nobody else can read it.`,
  );
  ensure(
    tally.of('damaged') === 0,
    'The damaged records above are left out, and the file names them. Everything else is in it.',
  );
}

if (import.meta.main) {
  await orSentence(() => {
    const [name = ''] = readArguments('Name the file: npm run export -- leads.jsonl', 1);
    return exportTo(name, process.env, console.error);
  });
}
