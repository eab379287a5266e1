/**
 * `npm run import -- <file> [--env <file>]`: adds what an export has and the store doesn't.
 * Decision 0025.
 */
import { parseEnv } from '../../functions/env.ts';
import { mayContactEach, requireListKey } from '../../functions/opt-outs/may-contact.ts';
import { markedAs } from '../../functions/opt-outs/opt-out.ts';
import { personHasher } from '../../functions/opt-outs/person.ts';
import { inGroups } from '../../functions/store/engine.ts';
import { isKept, unleased, type Kept, type KeepResult } from '../../functions/store/kept.ts';
import { isLocal, openStore } from '../../functions/store/open.ts';
import { isDocumentId, tombstoneOf, type RightsNotice } from '../../functions/store/record.ts';
import type { Earlier } from '../../src/shared/submission.ts';
import { ensure, orSentence } from '../command.ts';
import { addPrivacyKey, readArguments } from '../local/environment.ts';
import {
  eraseHere,
  grantHere,
  optOutHere,
  requireSameKey,
  revokeHere,
  type Here,
} from './as-there.ts';
import { pageSize, type Item } from './format.ts';
import { entriesIn, LogFacts } from './log.ts';
import { readExport, type Export } from './read-export.ts';
import { describeStorage, explaining, ImportSum, sayEvents, type Say } from './say.ts';

/** The environment gets a PRIVACY_KEY if the store is on this machine. */
export async function importFrom(name: string, env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const { storage } = parseEnv(env);
  say(`Importing ${name} into ${describeStorage(storage)}.`);
  const howTo = 'Fix that and import again. What was stored stays and is skipped.';
  const sum = await explaining(storage, howTo, async () => {
    const from = await readExport(name);
    // Open the store only after the check, because opening creates it if there is none.
    const store = await openStore(storage, sayEvents(say), 'grpc');
    if (isLocal(storage)) await addPrivacyKey(env);
    const { privacyKey } = parseEnv(env);
    const personHash = privacyKey === undefined ? undefined : personHasher(privacyKey);
    return importItems(from, { store, say, personHash }).finally(() => store.close());
  });
  for (const sentence of sum.sentences()) say(sentence);
  ensure(sum.isWhole, 'Not everything was imported: see above.');
}

/**
 * Stores what is new and changes nothing that is here: a delivered lead must not wait again, and an erased
 * one must not come back. A lead that was erased there is never stored, not even for a moment, so the import
 * may be killed at any time. A role that was revoked, there or here, is not granted.
 */
export async function importItems(from: Export, here: Here): Promise<ImportSum> {
  const { store } = here;
  const sum = new ImportSum(here.say);
  await requireListKey(store, here.personHash);
  requireSameKey(from, here);
  const log = new LogFacts(await keepLog(from, here, sum));
  const importing = { from, log, here, sum };
  for (const ids of inGroups(from.erased.keys(), pageSize))
    sum.count('erased', await eraseHere(ids, log, here));
  sum.count('revoked', await revokeHere(log, here));
  // The list comes before any lead, since a scheduled function may send a lead once it is stored.
  for (const item of from.items()) {
    if (item.kind !== 'opt-out') continue;
    const { asked, key, ...optOut } = item;
    sum.note(item, await optOutHere(optOut, here));
  }
  for (const items of inGroups(from.items(), pageSize)) {
    await keepLeads(items, importing);
    await markListed(items, here);
    await keepOthers(items, importing);
  }
  // The audit log alone may say that a lead was erased, and an older export may still have it.
  const bare = [...from.erased].filter(([id]) => isDocumentId(id));
  for (const batch of inGroups(bare, pageSize)) {
    const tombstones = batch.map(([id, erased_at]) => ({ id, erased_at, consent: null }));
    await store.keep(tombstones.map((tombstone) => ({ kind: 'tombstone', tombstone })));
  }
  return sum;
}

/**
 * Adds the entries that are missing here, and returns all. They come first: an erasure that the log here has by
 * then gets no second entry. An older entry is stored under a number, so ids are compared with those in entries.
 */
async function keepLog({ entries }: Export, { store }: Here, sum: ImportSum) {
  const there = await entriesIn(store);
  const known = new Set(there.map(({ id }) => id));
  const missing = [...entries.values()].filter(({ id }) => !known.has(id));
  await store.keepEntries(missing);
  for (const entry of entries.values())
    sum.note({ kind: 'action', entry }, known.has(entry.id) ? 'same' : 'added');
  return [...there, ...missing];
}

interface Importing {
  from: Export;
  log: LogFacts;
  here: Here;
  sum: ImportSum;
}

async function keepLeads(items: readonly Item[], importing: Importing): Promise<void> {
  const { here, sum } = importing;
  const ready = await Promise.all(items.filter(isKept).map((it) => asHere(it, importing)));
  const outcomes = await here.store.keep(ready);
  for (const [i, item] of ready.entries()) sum.note(item, outcomes[i]);
}

/** The most people that the list is asked about at once. */
const askedAtOnce = 10;

/**
 * Marks the leads of people on the list here, as an opt-out does: their lines may be older than it, and an
 * import of the list marks no leads.
 */
async function markListed(items: readonly Item[], { store, personHash }: Here): Promise<void> {
  if ((await store.optOutList()).isEmpty) return;
  const leads = items.flatMap((it) =>
    it.kind === 'submission' && !it.submission.test ? it.submission : [],
  );
  for (const group of inGroups(leads, askedAtOnce)) {
    const verdicts = await mayContactEach(group, store, { personHash });
    for (const [i, { id }] of group.entries()) {
      const verdict = verdicts[i];
      if (verdict && !verdict.allowed) await store.change(id, (it) => markedAs(verdict, it));
    }
  }
}

/** A lease is valid in one store only; here the lead is free. Its marks name no lead that is erased by now. */
async function asHere(kept: Kept, { from, log, here, sum }: Importing): Promise<Kept> {
  if (kept.kind === 'tombstone') return kept;
  const submission = unleased(kept.submission);
  // If the lead was erased after its line was written, there or here, only its tombstone is stored.
  const at = from.erased.get(submission.id) ?? log.erased.get(submission.id);
  if (at !== undefined) {
    sum.count('leftOut');
    const tombstone = tombstoneOf(submission.id, at, kept.submission, here.personHash);
    return { kind: 'tombstone', tombstone };
  }
  if (!submission.earlier) return { ...kept, submission };
  const earlier: Earlier[] = [];
  for (const mark of submission.earlier) {
    if (!from.erased.has(mark.id) && !(await here.store.tombstone(mark.id))) earlier.push(mark);
  }
  return { ...kept, submission: { ...submission, earlier } };
}

async function keepOthers(items: readonly Item[], { log, here, sum }: Importing): Promise<void> {
  for (const item of items) {
    if (item.kind === 'damaged') sum.noteDamaged(item);
    if (item.kind === 'role') sum.note(item, await grantHere(item, log, here));
    if (item.kind === 'spent') sum.note(item, await here.store.keepSpent(item));
    if (item.kind === 'notice') sum.note(item, await keepNotice(item, here));
  }
}

/** If a person was erased later, their wish was told or has no use, and it has their address. */
async function keepNotice(notice: RightsNotice, { store, personHash }: Here): Promise<KeepResult> {
  const tombstones = await store.tombstonesOf(personHash?.(notice) ?? []);
  const isOver = notice.type !== 'erased' && tombstones.some((it) => notice.at <= it.erased_at);
  return isOver ? 'same' : store.keepNotice({ ...notice, lease: null });
}

if (import.meta.main) {
  await orSentence(() => {
    const [name = ''] = readArguments('Name the file: npm run import -- leads.jsonl', 1);
    return importFrom(name, process.env, console.error);
  });
}
