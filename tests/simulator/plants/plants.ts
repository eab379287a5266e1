import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Run } from '../run.ts';

/** A bug that the simulator must find, as a change to the site's source. */
export interface Plant {
  name: string;
  file: string;
  /** This exact text must be in the file once. */
  find: string;
  replace: string;
  shows: string;
  /** The search begins with a world that finds it. After a change of the worlds, take the next seed that does. */
  seed: number;
}

export const plants: readonly Plant[] = [
  {
    name: 'drop the lease check',
    file: 'functions/delivery/attempt.ts',
    find: 'if (isLeased(record, now)) return undefined;',
    replace: '',
    shows: 'lost its lease while somebody held it',
    seed: 5,
  },
  {
    name: 'take a lease that another worker holds for its own',
    file: 'functions/delivery/attempt.ts',
    find: 'const own = record.lease?.holder === made.holder;',
    replace: 'const own = true;',
    shows: 'lost its lease while somebody held it',
    seed: 200,
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
    shows: 'is delivered, and',
    seed: 4,
  },
  {
    name: 'answer 200 to a known id whatever its words',
    file: 'functions/intake/accept-lead.ts',
    find: 'if (!stored || !saysTheSame(stored, sent)) {',
    replace: 'if (!stored) {',
    shows: 'was thanked for, and its words are not stored',
    seed: 16,
  },
  {
    name: 'overtake an opt-out with what was read before',
    file: 'functions/opt-outs/may-contact.ts',
    find: 'await store.optOuts(hashes.flat())',
    replace: `(((globalThis as any).read ??= {})[String(hashes)] ??=
      await store.optOuts(hashes.flat()))`,
    shows: "was sent against its person's wish",
    seed: 72,
  },
  {
    name: 'send without a look at the do-not-contact list',
    file: 'functions/delivery/deliver.ts',
    find: 'if (await isUnwanted(claimed, store, deps))',
    replace: 'if (claimed.test && (await isUnwanted(claimed, store, deps)))',
    shows: "was sent against its person's wish",
    seed: 295,
  },
  {
    name: 'forget who has a mail once another address has it',
    file: 'functions/delivery/attempt.ts',
    find: 'mailed_to: [...new Set([...mailed_to, ...now])]',
    replace: 'mailed_to: [...now]',
    shows: 'it is forgotten who has',
    seed: 2,
  },
  {
    name: 'take all leads as told once one is',
    file: 'functions/delivery/teller.ts',
    find: 'const leads = teller.leads.filter(({ id }) => !ids.has(id));',
    replace: 'const leads: Teller["leads"] = [];',
    shows: 'and no alert says so',
    seed: 3,
  },
  {
    name: 'erase by retention what is still owed',
    file: 'functions/erasure/retention.ts',
    find: 'spared: { owedSince } }',
    replace: 'spared: { owedSince: now().toISOString() } }',
    shows: 'was erased by retention while its delivery was owed',
    seed: 120,
  },
  {
    name: 'send the fields that the settings name now',
    file: 'functions/delivery/deliver.ts',
    find: 'messageOf(claimed)',
    replace: 'messageOf({ ...claimed, more: target.more ?? null })',
    shows: 'was sent with two bodies',
    seed: 79,
  },
  {
    name: 'tell of lasting trouble twice, and never again',
    file: 'functions/watch/incidents.ts',
    find: 'return lasted < firstReminder ? 0 : 1 + Math.floor(lasted / day);',
    replace: 'return lasted < firstReminder ? 0 : 1;',
    shows: 'no alert says again that',
    seed: 1523,
  },
  {
    name: 'tell of an end that nobody saw',
    file: 'functions/watch/find-trouble.ts',
    find: 'const damaged = pending.damaged + failed.damaged;',
    replace: `
      if (webhook.state !== 'set') return [];
      const damaged = pending.damaged + failed.damaged;`,
    shows: 'is told to be over, and is ',
    seed: 401,
  },
  {
    name: 'lose the notes that are there',
    file: 'functions/inbox/notes.ts',
    find: 'return [note, ...notes];',
    replace: 'return [note];',
    shows: 'a note about',
    seed: 10,
  },
  {
    name: 'forget an outcome when a lead is archived',
    file: 'functions/inbox/dealt-with.ts',
    find: '{ ...it, archived: isArchived }',
    replace: '{ ...it, archived: isArchived, outcome: null }',
    shows: 'the outcome of',
    seed: 22,
  },
  {
    name: 'forget the tombstone on import',
    file: 'scripts/transfer/import.ts',
    find: 'if (at !== undefined) {',
    replace: 'if (false) {',
    shows: 'was erased before the export ended, and its import revived it',
    seed: 549,
  },
  {
    name: 'change a lead without its audit entry',
    file: 'functions/store/leads.ts',
    find: "[...entryWrites(entry), put('submissions', id, result, found)]",
    replace: "[put('submissions', id, result, found)]",
    shows: 'the audit log has',
    seed: 2,
  },
  {
    name: 'lose the entries of an imported log',
    file: 'scripts/transfer/import.ts',
    find: 'await store.keepEntries(missing);',
    replace: '',
    shows: 'an entry of an imported audit log is missing',
    seed: 333,
  },
];

const script = path.join(import.meta.dirname, 'search-planted.ts');
const root = path.resolve(import.meta.dirname, '../../..');

/** The first world that finds it. Null if none does. */
export async function findPlant({ name }: Plant) {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [script, name], { cwd: root });
  return JSON.parse(stdout) as (Run & { violation: string }) | null;
}
