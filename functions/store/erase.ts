import * as z from 'zod/mini';
import type { Earlier } from '../../src/shared/submission.ts';
import { isObject } from '../../src/shared/json.ts';
import { withoutEarlierStates } from './earlier-states.ts';
import { entryWrites } from './audit.ts';
import { committed, inGroups, picked, put, type Engine, type Write } from './engine.ts';
import { entriesToPut } from './outbox.ts';
import type { Erasure, Spared, Store } from './port.ts';
import {
  addressesOf,
  isDocumentId,
  isErased,
  tombstoneOf,
  tombstoneSchema,
  tombstonesFound,
  type AddressField,
  type Found,
} from './record.ts';

/**
 * How many leads a commit erases. A commit of Firestore may have 10 MiB, including the index entries that it
 * removes, and a lead with as many search terms as it can have takes up less than a tenth of that.
 * https://firebase.google.com/docs/firestore/quotas#writes_and_transactions
 */
const perCommit = 10;

/** More than any lead's request is followed by. */
const mostNaming = 1000;

export function erasing(engine: Engine) {
  /** The leads whose marks name one of these, without these. */
  const forgetting = async (ids: readonly string[]): Promise<Write[]> => {
    const naming = await engine.scan({ what: 'naming', ids }, undefined, mostNaming);
    return naming
      .filter((it) => !ids.includes(it.id))
      .map((replaces) => {
        const { earlier = [] } = replaces.value as { earlier?: Earlier[] };
        const marks = { earlier: earlier.filter(({ id }) => !ids.includes(id)) };
        return { kind: 'mark', within: 'submissions', id: replaces.id, marks, replaces };
      });
  };

  /** Reads the leads anew each time, because one that changed may be owed by then. */
  const plan = async (ids: readonly string[], at: string, how: Erasure) => {
    const found = await engine.find('submissions', ids);
    const there = new Map(found.map((it) => [it.id, it]));
    const leads = ids.flatMap((id) => there.get(id) ?? []);
    const gone = leads.filter(({ value }) => !isErased(value) && !isSpared(value, how));
    const named = gone.map(({ id }) => id);
    const bury = (it: Found) =>
      put('submissions', it.id, tombstoneOf(it.id, at, it.value, how.personHash), it);
    const writes = [...gone.map(bury), ...(gone.length > 0 ? await forgetting(named) : [])];
    return { named, people: gone.map(senderOf), writes };
  };

  const commit = async (ids: readonly string[], at: string, how: Erasure): Promise<number> => {
    const { log } = how;
    const { count, entry } = await committed(engine, async () => {
      const { named, people, writes } = await plan(ids, at, how);
      if (named.length === 0) return { result: { count: 0, entry: undefined }, writes: [] };
      const made = log?.entry(named);
      const telling = entriesToPut(log?.notify?.(people) ?? []);
      return {
        result: { count: named.length, entry: made },
        writes: [...entryWrites(made), ...writes, ...telling],
      };
    });
    if (entry) log?.written(entry);
    return count;
  };

  return {
    async leadsOf(person, limit) {
      const found = Object.entries(addressesOf(person)).map(async ([field, values]) =>
        values.length === 0
          ? []
          : picked(engine, { what: 'of', field: field as AddressField, values }, limit, (it) => [
              { id: it.id, name: senderOf(it).name },
            ]),
      );
      const all = (await Promise.all(found)).flat();
      return [...new Map(all.map((it) => [it.id, it])).values()].slice(0, limit);
    },

    idsBefore(before, limit, spared = {}) {
      const what = spared.heldBefore === undefined ? 'old' : 'old held';
      return picked(engine, { what, before }, limit, ({ id, value }) =>
        isSpared(value, spared) ? [] : [id],
      );
    },

    async erase(ids, at, how = {}) {
      let count = 0;
      const distinct = [...new Set(ids)].filter(isDocumentId);
      for (const group of inGroups(distinct, perCommit)) count += await commit(group, at, how);
      return count;
    },

    async tombstone(id) {
      const [found] = await engine.find('submissions', [id]);
      return found && isErased(found.value) ? tombstoneSchema.parse(found.value) : undefined;
    },

    async tombstonesOf(hashes) {
      if (hashes.length === 0) return [];
      const found = await engine.scan({ what: 'erased of', hashes }, undefined, tombstonesFound);
      // Leaves out damaged ones, which an export reports.
      return found.flatMap(({ value }) => tombstoneSchema.safeParse(value).data ?? []);
    },
  } satisfies Partial<Store>;
}

const text = z.catch(z.string(), '');
const senderSchema = z.object({ name: text, email: text, phone: text });

/** Whose lead it is, as far as it can be read. */
const senderOf = ({ value }: Found) => senderSchema.parse(isObject(value) ? value : {});

/** What decides whether a lead is spared. The rest of it may be damaged. */
const sparedSchema = z.object({
  created_at: z.string(),
  delivery: z.object({ state: z.string(), since: z.optional(z.string()) }),
  opted_out: z.catch(z.optional(z.nullable(z.object({ at: z.string() }))), undefined),
});

function isSpared(stored: unknown, { owedSince, heldBefore }: Spared): boolean {
  const { data } = sparedSchema.safeParse(withoutEarlierStates(stored));
  const { created_at = '', delivery, opted_out } = data ?? {};
  if (owedSince !== undefined && delivery?.state === 'pending') {
    return (delivery.since ?? created_at) >= owedSince;
  }
  if (heldBefore === undefined) return false;
  // An opt-out may have held it long after it came.
  return (
    delivery?.state !== 'held' || created_at >= heldBefore || (opted_out?.at ?? '') >= heldBefore
  );
}
