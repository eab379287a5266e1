/** `npm run export -- <file> [--env <file>]`: writes what another store needs as lines of JSON, for `npm run import`. */
import { lstat, open, rename, rm } from 'node:fs/promises';
import { parseEnv } from '../../functions/env.ts';
import type { Env } from '../../functions/variables.ts';
import { openStore } from '../../functions/store/open.ts';
import type { Store } from '../../functions/store/port.ts';
import { counted } from '../../src/copy/counted.ts';
import { ensure, orSentence } from '../command.ts';
import { readArguments } from '../local/environment.ts';
import { emptyCounts, headerOf, textOf, type Item, type Line } from './format.ts';
import {
  aboutDamaged,
  describeStorage,
  explaining,
  inWords,
  requireDatabase,
  sayEvents,
  type Say,
} from './say.ts';

/**
 * Everything in a store, page by page. Each item is as it was when its page was read. The audit log comes
 * last, so that it covers all that was done to the others, erasures above all: each has its entry.
 */
export async function* storeItems(store: Store): AsyncGenerator<Item[]> {
  for await (const found of store.all('submissions')) {
    // A canary's lead is gone within seconds, and must not live on in another store.
    yield found.filter((it) => it.kind !== 'submission' || !it.submission.canary);
  }
  yield* store.all('user_roles');
  yield* store.all('opt_outs');
  yield* store.all('rights');
  yield* store.all('spent');
  yield* store.all('audit_log');
}

/** Resolves when the lines are written, so that at most one page waits. */
export type Write = (lines: readonly Line[]) => Promise<unknown>;

export async function exportStore(store: Store, from: string, write: Write, say: Say) {
  const counts = emptyCounts();
  const { fingerprint } = await store.optOutList();
  await write([headerOf(from, fingerprint)]);
  for await (const items of storeItems(store)) {
    for (const it of items) {
      counts[it.kind] += 1;
      if (it.kind === 'damaged') say(aboutDamaged(it));
    }
    await write(items);
  }
  await write([{ kind: 'end', counts }]);
  return counts;
}

/** The file gets its name when it is complete: a full disk or a kill leaves nothing under that name. */
async function intoFile<T>(name: string, work: (write: Write) => Promise<T>): Promise<T> {
  const part = `${name}.part`;
  for (const it of [name, part]) {
    const there = await lstat(it).catch(() => undefined);
    ensure(!there, `${it} exists already: name another file, or remove it.`);
  }
  // It holds personal data, so nobody else may read it, and it opens nothing that somebody else made.
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

export async function exportTo(name: string, env: Env, say: Say): Promise<void> {
  const { storage } = parseEnv(env);
  const from = describeStorage(storage);
  say(`Exporting ${from} to ${name}.`);
  requireDatabase(storage);
  const howTo = 'Nothing was exported. Fix that and run it again.';
  const counts = await explaining(storage, howTo, async () => {
    const store = await openStore(storage, sayEvents(say), 'grpc');
    const exporting = intoFile(name, (write) => exportStore(store, from, write, say));
    return exporting.finally(() => store.close());
  });
  say(`Exported ${inWords(counts)}.`);
  say(
    'Each record is as it was when it was read. When this site takes no more submissions, export and import once more: that adds new records and names the ones that changed.',
  );
  say('The file contains personal data: keep it where nobody else can read it.');
  ensure(
    counts.damaged === 0,
    `${counted(counts.damaged, 'record is', 'records are')} damaged and left out; their names are above and in the file. Everything else is in it.`,
  );
}

if (import.meta.main) {
  await orSentence(() => {
    const [name = ''] = readArguments('Name the file: npm run export -- leads.jsonl', 1);
    return exportTo(name, process.env, console.error);
  });
}
