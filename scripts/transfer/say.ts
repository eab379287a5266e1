import { existsSync } from 'node:fs';
import path from 'node:path';
import { isKept, keptId, type Damaged, type KeepResult } from '../../functions/store/kept.ts';
import type { Log } from '../../functions/log/log.ts';
import { ListUnreadable } from '../../functions/opt-outs/may-contact.ts';
import { isLocal, type Storage } from '../../functions/store/open.ts';
import { StoreUnavailable } from '../../functions/store/port.ts';
import { DamagedRecord } from '../../functions/store/record.ts';
import { fileName } from '../../functions/store/sqlite/database.ts';
import { counted } from '../../src/copy/counted.ts';
import { ensure, StartError } from '../command.ts';
import { emptyCounts, type Counts, type Item } from './format.ts';

export type Say = (sentence: string) => void;

export const sayEvents =
  (say: Say): Log =>
  (event) =>
    say(JSON.stringify(event));

export const aboutDamaged = ({ of, id }: Damaged): string =>
  `Left out because it is damaged: ${of} ${JSON.stringify(id)}.`;

/** "3 submissions, 1 tombstone, 0 roles, 2 entries of the audit log, 4 opt-outs" */
export const inWords = (counts: Counts): string =>
  [
    counted(counts.submission, 'submission', 'submissions'),
    counted(counts.tombstone, 'tombstone', 'tombstones'),
    counted(counts.role, 'role', 'roles'),
    counted(counts.action + counts.imported, 'entry of the audit log', 'entries of the audit log'),
    counted(counts['opt-out'], 'opt-out', 'opt-outs'),
    ...(counts.spent > 0 ? [counted(counts.spent, 'month with costs', 'months with costs')] : []),
    ...(counts.notice > 0 ? [counted(counts.notice, 'rights notice', 'rights notices')] : []),
  ].join(', ');

/** Names the store without any secret. */
export function describeStorage(storage: Storage): string {
  if (storage.engine === 'sqlite') return `SQLite in ${path.resolve(storage.folder)}`;
  const { connection } = storage;
  const project = `Firestore of the project ${connection.projectId}`;
  return 'emulatorHost' in connection
    ? `${project}, on the emulator at ${connection.emulatorHost}`
    : project;
}

/** Opening a store creates its database, so an export from the wrong folder would be empty. */
export function requireDatabase(storage: Storage): void {
  if (storage.engine !== 'sqlite') return;
  ensure(
    existsSync(path.join(storage.folder, fileName)),
    `There is no database in ${path.resolve(storage.folder)}: set DATA_DIR to its folder or, for the deployed site, add --env .env.live.`,
  );
}

/** Turns an error of a store or a disk into a sentence that says how to continue. */
export async function explaining<T>(storage: Storage, howTo: string, work: () => Promise<T>) {
  try {
    return await work();
  } catch (cause) {
    const reason = reasonOf(cause, storage);
    throw reason === undefined ? cause : new StartError(`${reason}. ${howTo}`, { cause });
  }
}

function reasonOf(error: unknown, storage: Storage): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // As in "ENOSPC: no space left on device, write". It may name the file but quotes nothing from it.
  if ('syscall' in error && 'code' in error) return firstLine(error);
  const ours = [StoreUnavailable, DamagedRecord, ListUnreadable];
  if (!ours.some((it) => error instanceof it)) return undefined;
  const { cause } = error;
  if (!(cause instanceof Error)) return firstLine(error);
  const mayBeOff = storage.engine === 'firestore' && isLocal(storage);
  const hint = mayBeOff ? '; does the emulator run that FIRESTORE_EMULATOR_HOST names?' : '';
  return `${firstLine(error)} (${firstLine(cause)}${hint})`;
}

const firstLine = ({ message }: Error): string =>
  message.split('\n', 1)[0]?.replace(/\.$/, '') ?? '';

/** What an import counts besides what it stores, in the words of its results. */
const meanings = {
  leftOut: 'Submissions that were erased later, so only their tombstones are stored',
  erased: 'Submissions erased here, too',
  notGranted: 'Roles not granted, because they were revoked (npm run grant-admin grants one)',
  revoked: 'Roles revoked here, too',
  pending:
    'Submissions that this site will deliver unless their person opted out (if the old one does, too, both have the same webhook-id)',
  conflicts: 'Conflicts, where something else was here, and was left unchanged',
  damaged: 'Records that could not be exported',
};

type Counted = keyof typeof meanings;

export class ImportSum {
  readonly #added = emptyCounts();
  /** How many were here already, unchanged. */
  #same = 0;
  readonly #counts = new Map<Counted, number>();
  readonly #say: Say;

  constructor(say: Say) {
    this.#say = say;
  }

  count(what: Counted, more = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + more);
  }

  note(item: Exclude<Item, Damaged>, outcome: KeepResult | 'revoked' = 'differs'): void {
    if (outcome === 'same') this.#same += 1;
    if (outcome === 'revoked') this.count('notGranted');
    if (outcome === 'added') {
      this.#added[item.kind] += 1;
      if (isPending(item)) this.count('pending');
    }
    if (outcome === 'differs') {
      this.count('conflicts');
      this.#say(`Not stored because something else has its place: ${nameOf(item)}.`);
    }
  }

  noteDamaged(item: Damaged): void {
    this.count('damaged');
    this.#say(aboutDamaged(item));
  }

  sentences(): string[] {
    const counts = [...this.#counts].filter(([, count]) => count > 0);
    return [
      `Stored ${inWords(this.#added)}; ${this.#same} were here already.`,
      ...counts.map(([what, count]) => `${meanings[what]}: ${count}.`),
    ];
  }

  /** Whether all that was in the other store is here. */
  get isWhole(): boolean {
    return !this.#counts.has('conflicts') && !this.#counts.has('damaged');
  }
}

const isPending = (item: Item): boolean =>
  item.kind === 'submission' && item.submission.delivery.state === 'pending';

/** Nothing else can find something else in its place. */
function nameOf(item: Item): string {
  if (item.kind === 'spent') return `what a campaign of ${item.month} cost`;
  return `submission ${JSON.stringify(isKept(item) && keptId(item))}`;
}
