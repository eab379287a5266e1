import { readEntry, type KeepResult } from '../../functions/store/kept.ts';
import type { Store } from '../../functions/store/port.ts';
import {
  emptyHead,
  firstMisfit,
  headAfter,
  importing,
  type AuditEntry,
  type AuditHead,
} from '../../src/shared/audit.ts';
import { canonical, isObject } from '../../src/shared/json.ts';
import { sha256 } from '../../src/shared/sha256.ts';
import { pageSize, type Item } from './format.ts';

/** The audit log of a store, oldest first, and the entries of the logs that were imported there. */
export interface Logs {
  own: AuditEntry[];
  imported: AuditEntry[];
}

export async function logsIn(store: Store): Promise<Logs> {
  const logs: Logs = { own: [], imported: [] };
  for await (const items of actions(store)) {
    for (const it of items) if (it.kind === 'action') logs.own.push(it.entry);
  }
  for await (const items of store.all('audit_imported')) {
    for (const it of items) if (it.kind === 'imported') logs.imported.push(it.entry);
  }
  return logs;
}

export const byHash = ({ own, imported }: Logs): Map<string, AuditEntry> =>
  new Map([...own, ...imported].map((it) => [it.hash, it]));

/** Whether each entry of the log with this head is there, and leads to the one before. */
function isWhole({ count, hash }: AuditHead, entries: ReadonlyMap<string, AuditEntry>): boolean {
  let next = hash;
  for (let number = count; number > 0; number--) {
    const entry = entries.get(next);
    if (entry?.number !== number) return false;
    next = entry.previous;
  }
  return next === emptyHead.hash;
}

/** The imported logs of which an entry is missing, each by the entry that anchors it. */
export function brokenIn(logs: Logs): AuditEntry[] {
  const entries = byHash(logs);
  return [...entries.values()].filter(
    ({ event }) => event.action === 'imported' && !isWhole(event, entries),
  );
}

export const headOf = (entries: readonly AuditEntry[]): AuditHead => {
  const last = entries.at(-1);
  return last ? headAfter(last) : emptyHead;
};

const isAsWritten = async ({ hash, ...body }: AuditEntry): Promise<boolean> =>
  hash === (await sha256(canonical(body)));

/**
 * Keeps the logs of an export. If its own log goes on where the one here ends, its entries are appended.
 * Otherwise it is kept beside the one here, as it is. An entry that was changed is left out, with those that
 * follow it.
 */
export async function keepLogs({ own, imported }: Logs, store: Store) {
  const here = await logsIn(store);
  const known = byHash(here);
  const isNew = ({ hash }: AuditEntry): boolean => !known.has(hash);
  const misfit = await firstMisfit(own, headOf(own));
  const whole = misfit ? own.slice(0, misfit.number - 1) : own;
  const written = await Array.fromAsync(imported, isAsWritten);
  const good = new Set([...whole, ...imported.filter((_, i) => written[i])]);

  const added = whole.filter(isNew);
  const followed = await countAppended(added, store);
  const appended = new Set(added.slice(0, followed));
  await store.keepEntries([...good].filter((it) => isNew(it) && !appended.has(it)));

  const head = headOf(whole);
  // An import that was killed may have kept the log without naming it.
  const isNamed = [...here.own, ...appended].some(
    ({ event, hash }) =>
      hash === head.hash || (event.action === 'imported' && event.hash === head.hash),
  );
  return {
    outcomes: [...own, ...imported].map((it): [AuditEntry, KeepResult] => [
      it,
      good.has(it) ? (isNew(it) ? 'added' : 'same') : 'differs',
    ]),
    /** The head of a log that is kept beside the one here, until an entry here names it. */
    toAnchor: isNamed || whole.length === 0 ? undefined : head,
  };
}

async function countAppended(entries: readonly AuditEntry[], store: Store): Promise<number> {
  for (const [i, entry] of entries.entries()) {
    const appended = await store.appendAudit(({ hash }) =>
      Promise.resolve(hash === entry.previous ? entry : undefined),
    );
    if (!appended) return i;
  }
  return entries.length;
}

/** The people who were erased or lost their role, according to some logs. */
export class LogFacts {
  readonly erased = new Map<string, string>();
  /** The accounts whose admin role was revoked and not granted again. */
  readonly revoked = new Set<string>();

  constructor({ own, imported }: Logs) {
    const all = [...imported, ...own].toSorted((a, b) => a.at.localeCompare(b.at));
    for (const { at, by, event } of all) {
      if (event.action === 'erased') for (const id of event.submissions) this.erased.set(id, at);
      // What an import did about roles, it did because of a log that it brought, too.
      if (by.uid === null && by.name === importing.name) continue;
      if (event.action === 'revoked') this.revoked.add(event.user);
      if (event.action === 'granted') this.revoked.delete(event.user);
    }
  }
}

/** The entries that exist at the start, oldest first; the store returns the newest first. */
export async function* actions(store: Store): AsyncGenerator<Item[]> {
  const { count } = (await store.audit({ limit: 1 })).head;
  for (let done = 0; done < count; done += pageSize) {
    const page = await store.audit({ limit: pageSize, before: done + pageSize + 1 });
    const byNumber = new Map(page.entries.map((it) => [numberOf(it), it]));
    // Somebody wrote a number that no entries lead up to.
    if (!byNumber.keys().some((it) => it > done)) break;
    const length = Math.min(pageSize, count - done);
    const numbers = Array.from({ length }, (_, i) => done + i + 1);
    yield numbers.map((it) => action(it, byNumber.get(it)));
  }
}

function action(number: number, stored: unknown): Item {
  const entry = readEntry(stored);
  return entry ? { kind: 'action', entry } : { kind: 'damaged', of: 'action', id: String(number) };
}

const numberOf = (entry: unknown): number => (isObject(entry) ? Number(entry['number']) : NaN);
