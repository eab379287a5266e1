import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** A bug that the simulator must find, as a change to the site's source. */
export interface Plant {
  name: string;
  file: string;
  /** This exact text must be in the file once. */
  find: string;
  replace: string;
}

export const plants: readonly Plant[] = [
  {
    name: 'drop the lease check',
    file: 'functions/delivery/attempt.ts',
    find: 'if (isLeased(record, now)) return undefined;',
    replace: '',
  },
  {
    name: 'take a lease that another worker holds for its own',
    file: 'functions/delivery/attempt.ts',
    find: 'const own = record.lease?.holder === made.holder;',
    replace: 'const own = true;',
  },
  {
    name: 'record before send',
    file: 'functions/delivery/deliver.ts',
    find: 'const sent = await deps.send(message, target, began);',
    replace: `
      const ok = { status: 200, answer: '', retryAfter: null, ms: 0 };
      const { holder = '' } = { ...claimed.lease };
      const early = { holder, began, ended: deps.now(), sent: ok, by };
      await change((it) => recordAttempt(it, early, deps.random));
      const sent = await deps.send(message, target, began);`,
  },
  {
    name: 'answer 200 to a known id whatever its words',
    file: 'functions/intake/accept-lead.ts',
    find: 'if (!stored || !saysTheSame(stored, sent)) {',
    replace: 'if (!stored) {',
  },
  {
    name: 'overtake an opt-out with what was read before',
    file: 'functions/privacy/list.ts',
    find: 'await store.optOuts(personHash(person))',
    replace: `await (((globalThis as any).read ??= new Map()).getOrInsertComputed(person.email, () =>
        store.optOuts(personHash!(person))))`,
  },
  {
    name: 'send without a look at the do-not-contact list',
    file: 'functions/delivery/deliver.ts',
    find: 'if (!claimed.test && (await',
    replace: 'if (claimed.test && (await',
  },
  {
    name: 'erase by retention what is still owed',
    file: 'functions/erasure/retention.ts',
    find: 'owedSince: owedFrom(deps)',
    replace: 'owedSince: deps.now().toISOString()',
  },
  {
    name: 'send the fields that the settings name now',
    file: 'functions/delivery/deliver.ts',
    find: 'messageOf(claimed)',
    replace: 'messageOf({ ...claimed, more: target.more ?? null })',
  },
  {
    name: 'tell of lasting trouble twice, and never again',
    file: 'functions/watch/incidents.ts',
    find: 'return lasted < firstReminder ? 0 : 1 + Math.floor(lasted / day);',
    replace: 'return lasted < firstReminder ? 0 : 1;',
  },
  {
    name: 'tell of an end that nobody saw',
    file: 'functions/watch/find-trouble.ts',
    find: 'const damaged = pending.damaged + failed.damaged;',
    replace: `
      if (webhook.state !== 'set') return [];
      const damaged = pending.damaged + failed.damaged;`,
  },
  {
    name: 'forget the tombstone on import',
    file: 'scripts/transfer/import-items.ts',
    find: 'if (at === undefined) return [item];',
    replace: 'return [item];',
  },
  {
    name: 'lose an imported log that does not go on where the one here ends',
    file: 'scripts/transfer/log.ts',
    find: 'await store.keepEntries([...good].filter((it) => isNew(it) && !appended.has(it)));',
    replace: '',
  },
];

export interface Found {
  seeds: number;
  /** Undefined if no seed found it. */
  violation?: string;
  /** What led to it: all of it, and what `npm run simulate` shows of it. */
  shown: { violation?: string; actions: number; lines: number }[];
}

const script = path.join(import.meta.dirname, 'search-planted.ts');
const root = path.resolve(import.meta.dirname, '../../..');

export async function findPlant({ name }: Plant, seeds: number, shrinks = ''): Promise<Found> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [script, name, String(seeds), shrinks], {
    cwd: root,
  });
  return JSON.parse(stdout) as Found;
}
