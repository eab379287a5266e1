/**
 * `npm run import -- <file> [--env <file>] [--same-key]`: adds the records of an export that the store lacks.
 * Decision 0025.
 */
import { entryOf } from '../../functions/audit/audit-log.ts';
import { adminRole } from '../../functions/auth/admins.ts';
import { parseEnv } from '../../functions/env.ts';
import { erase } from '../../functions/erasure/erase.ts';
import { fingerprintOf, keyFits, mayContactEach } from '../../functions/opt-outs/may-contact.ts';
import { withOptOut } from '../../functions/opt-outs/opt-out.ts';
import { personHasher } from '../../functions/opt-outs/person.ts';
import { inGroups } from '../../functions/store/engine.ts';
import { optOutSchema, type Addable, type Added } from '../../functions/store/collections.ts';
import type { Decide, Store } from '../../functions/store/port.ts';
import {
  DamagedRecord,
  isDocumentId,
  tombstoneOf,
  type PersonHash,
  type SubmissionRecord,
} from '../../functions/store/record.ts';
import { importing, type AuditEntry } from '../../src/shared/audit.ts';
import { ensure, orSentence } from '../command.ts';
import { readArguments } from '../local/environment.ts';
import { withStore } from '../local/with-store.ts';
import { readExport, Tally, type Export, type Item } from './file.ts';
import { describeStorage, fingerprintIn, privacyKeyIn, type Say } from './settings.ts';

interface Here {
  store: Store;
  say: Say;
  /** Undefined if PRIVACY_KEY isn't set. */
  personHash: PersonHash | undefined;
}

export async function importFrom(
  name: string,
  env: NodeJS.ProcessEnv,
  say: Say,
  { isSameKey = false } = {},
): Promise<void> {
  const { storage } = parseEnv(env);
  say(`Importing ${name} into ${describeStorage(storage)}.`);
  const from = await readExport(name);
  requireSameKey(from, await fingerprintIn(env), isSameKey);
  const privacyKey = await privacyKeyIn(env);
  const personHash = privacyKey === undefined ? undefined : personHasher(privacyKey);
  // Opening creates a missing store, so check the whole file first.
  await withStore(storage, (store) => importItems(from, { store, say, personHash }), 'grpc');
}

/** With another key, people on the do-not-contact list would be contacted again. */
function requireSameKey({ keys, isKeyUnknown }: Export, here: string | undefined, isSame: boolean) {
  const howTo = 'Nothing was stored. Set PRIVACY_KEY to the key of the exported site';
  for (const key of keys) {
    ensure(
      here !== undefined,
      `This file was made with a PRIVACY_KEY, and none is set here. ${howTo}.`,
    );
    ensure(
      key === here,
      `This file was made with a different PRIVACY_KEY from the one set here. ${howTo}.`,
    );
  }
  ensure(
    !isKeyUnknown || (isSame && here !== undefined),
    `This file has a do-not-contact list, and doesn't say which PRIVACY_KEY made it. Under another key, everybody on it would be contacted again. ${howTo}, then import again with --same-key.`,
  );
}

/** The sentences at the end of an import, in this order. */
const titles = {
  added: 'Added',
  there: 'Already here, and left as it is (leads were written again unchanged)',
  erased: 'Erased here, as in the file',
  revoked: 'Revoked here, as in the file',
  pending: 'Pending, so this site will deliver them',
  wereErased: 'Skipped, because the person was erased',
  wereRevoked: 'Skipped, because the role was revoked (npm run grant-admin grants one)',
  tests: 'Skipped, because a test is no lead',
  damagedThere: 'Skipped, because the export found them damaged (the file names them)',
  damagedHere: 'Left as they are, because they are damaged here',
};

/**
 * Adds new records. Existing records stay unchanged, except that erasures and revoked roles of the file also apply
 * here. Tombstones and opt-outs are stored before any lead, because the process may be killed at any time, and a
 * scheduled function may send a lead as soon as it is stored.
 */
export async function importItems(from: Export, here: Here): Promise<void> {
  ensure(
    await keyFits(here.store, here.personHash),
    'The do-not-contact list here was made with a different PRIVACY_KEY from the one that is set. Nothing was stored. Set PRIVACY_KEY to the value that it had before, then import again.',
  );
  const work = new Work(from.items, here);
  const { erased, revoked } = await work.addLog();
  const gone = await work.bury(erased);
  await work.addRoles(revoked);
  await work.addOptOuts();
  await work.addLeads(gone);
  await work.addMessages();
  await work.addCosts();
  work.count('tests', 'submission', from.tests);
  const damaged = from.items.filter(({ kind }) => kind === 'damaged').length;
  work.count('damagedThere', 'damaged', damaged);
  work.tell();
}

/** The number of leads that are checked against the do-not-contact list at once. */
const leadsAtOnce = 10;

class Work {
  readonly #items: readonly Item[];
  readonly #here: Here;
  readonly #tallies = new Map<keyof typeof titles, Tally>();

  constructor(items: readonly Item[], here: Here) {
    this.#items = items;
    this.#here = here;
  }

  /** Adds missing entries. Older stores have numbers as document ids, so this compares the ids in the entries. */
  async addLog() {
    const log = (await Array.fromAsync(this.#here.store.all('audit_log'))).flat();
    const existing = log.flatMap((item) => (item.kind === 'action' ? item.entry : []));
    const known = new Set(existing.map(({ id }) => id));
    const entries = this.#those('action');
    const missing = entries.filter(({ entry }) => !known.has(entry.id));
    this.count('there', 'action', entries.length - missing.length);
    await this.#add('audit_log', missing);
    return factsIn([...existing, ...missing.map(({ entry }) => entry)]);
  }

  /**
   * Erases the leads that the file reports as erased, and returns the tombstones by id. If a lead was erased after the
   * export had read it, the file has no tombstone. This makes one, because the tombstone proves the consent.
   */
  async bury(erased: ReadonlyMap<string, string>) {
    const { store, personHash } = this.#here;
    const leads = new Map(
      this.#those('submission').map(({ submission }) => [submission.id, submission]),
    );
    const tombstones = new Map(this.#those('tombstone').map((item) => [item.tombstone.id, item]));
    for (const [id, at] of erased) {
      if (tombstones.has(id) || !isDocumentId(id)) continue;
      const tombstone = tombstoneOf(id, at, leads.get(id), personHash);
      tombstones.set(id, { kind: 'tombstone', tombstone });
    }
    const world = { ...acting, store: () => Promise.resolve(store), personHash };
    const count = await erase([...tombstones.keys()], importing, world);
    this.count('erased', 'submission', count);
    await this.#add('submissions', [...tombstones.values()]);
    return tombstones;
  }

  async addRoles(revoked: ReadonlySet<string>) {
    const { store } = this.#here;
    for (const user of revoked) {
      const entry = entryOf({ action: 'revoked', user }, importing, acting);
      if (await store.revokeRole(user, adminRole, entry)) this.count('revoked', 'role');
    }
    for (const { kind, user_id: user, role, email } of this.#those('role')) {
      const isAdmin = role === adminRole;
      if (isAdmin && revoked.has(user)) this.count('wereRevoked', kind);
      else {
        const entry = isAdmin ? entryOf({ action: 'granted', user }, importing, acting) : undefined;
        const isNew = await store.grantRole(user, role, email, entry);
        this.count(isNew ? 'added' : 'there', kind);
      }
    }
  }

  async addOptOuts() {
    const { store, personHash } = this.#here;
    const optOuts = this.#those('opt-out').map((item) => optOutSchema.parse(item));
    if (optOuts.length > 0 && personHash) await store.setFingerprint(fingerprintOf(personHash));
    await this.#add('opt_outs', optOuts);
  }

  async addLeads(gone: ReadonlyMap<string, unknown>) {
    const leads = this.#those('submission').map(({ submission }) => submission);
    const alive = leads.filter(({ id }) => !gone.has(id));
    this.count('wereErased', 'submission', leads.length - alive.length);
    for (const group of inGroups(alive, leadsAtOnce)) {
      const verdicts = await mayContactEach(group, this.#here.store, this.#here);
      const asListed = (lead: SubmissionRecord, i: number): SubmissionRecord => {
        const verdict = verdicts[i];
        return (verdict?.allowed === false && withOptOut(lead, verdict)) || lead;
      };
      const ready = group.map((lead, i) => {
        const earlier = lead.earlier?.filter(({ id }) => !gone.has(id));
        // A lease is only valid in its own store.
        const submission = asListed({ ...lead, ...(earlier && { earlier }), lease: null }, i);
        return { kind: 'submission', submission } as const;
      });
      const isNew = await this.#add('submissions', ready);
      for (const [i, { kind, submission }] of ready.entries()) {
        // Writing an existing lead again adds the fields that this version computes.
        if (!isNew[i]) await this.#rewrite(submission.id, (lead) => asListed(lead, i));
        else if (submission.delivery.state === 'pending') this.count('pending', kind);
      }
    }
  }

  async #rewrite(id: string, decide: Decide): Promise<void> {
    try {
      await this.#here.store.change(id, decide);
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      this.#here.say(`Damaged here, and left as it is: submission ${id}.`);
      this.count('damagedHere', 'submission');
    }
  }

  /** Skips a message if the person was erased after the request: it has their address and no use any more. */
  async addMessages() {
    const { store, personHash } = this.#here;
    for (const message of this.#those('rights')) {
      const tombstones = await store.tombstonesOf(personHash?.(message) ?? []);
      const isErased = tombstones.some(({ erased_at }) => message.at <= erased_at);
      if (isErased && message.type !== 'erased') this.count('wereErased', message.kind);
      else await this.#add('outbox', [{ ...message, lease: null }]);
    }
  }

  async addCosts() {
    for (const { kind, month, campaigns } of this.#those('spent')) {
      const changed = await this.#here.store.changeSpent(month, (all) => {
        const known = new Set(all.map(({ campaign }) => campaign));
        const missing = campaigns.filter(({ campaign }) => !known.has(campaign));
        return missing.length > 0 ? [...all, ...missing] : undefined;
      });
      this.count(changed ? 'added' : 'there', kind);
    }
  }

  count(result: keyof typeof titles, kind: Item['kind'], more = 1): void {
    if (more === 0) return;
    const tally = this.#tallies.get(result) ?? new Tally();
    tally.count(kind, more);
    this.#tallies.set(result, tally);
  }

  tell(): void {
    for (const [result, title] of Object.entries(titles)) {
      const tally = this.#tallies.get(result as keyof typeof titles);
      if (tally || result === 'added') this.#here.say(`${title}: ${String(tally ?? 'nothing')}.`);
    }
    const isWhole = !this.#tallies.has('damagedThere') && !this.#tallies.has('damagedHere');
    ensure(isWhole, 'Damaged records were left out: see above. Everything else is imported.');
  }

  #those<K extends Item['kind']>(kind: K) {
    return this.#items.filter((item): item is Extract<Item, { kind: K }> => item.kind === kind);
  }

  #add = async <C extends Added>(within: C, items: readonly Addable<C>[]): Promise<boolean[]> => {
    const isNew = await this.#here.store.add(within, items);
    for (const [i, { kind }] of items.entries())
      this.count(isNew[i] ? 'added' : 'there', kind as Item['kind']);
    return isNew;
  };
}

const acting = {
  now: () => new Date(),
  newId: () => crypto.randomUUID(),
  log: () => undefined,
};

/** From the entries of both logs: erased leads with their times, and accounts whose admin role is revoked. */
function factsIn(entries: readonly AuditEntry[]) {
  const erased = new Map<string, string>();
  const revoked = new Set<string>();
  for (const { at, by, event } of entries.toSorted((a, b) => a.at.localeCompare(b.at))) {
    if (event.action === 'erased') for (const id of event.submissions) erased.set(id, at);
    // Skip role changes of an earlier import: it also brought the entries that caused them.
    if (by.uid === null && by.name === importing.name) continue;
    if (event.action === 'revoked') revoked.add(event.user);
    if (event.action === 'granted') revoked.delete(event.user);
  }
  return { erased, revoked };
}

if (import.meta.main) {
  await orSentence(() => {
    const flag = '--same-key';
    const args = process.argv.slice(2);
    const usage = 'Name the file: npm run import -- leads.jsonl';
    const [name = ''] = readArguments(
      usage,
      1,
      args.filter((arg) => arg !== flag),
    );
    return importFrom(name, process.env, console.error, { isSameKey: args.includes(flag) });
  });
}
