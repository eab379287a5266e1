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
 * Leads per commit. A Firestore commit may have 10 MiB, including the index entries that it removes. A lead with the
 * maximum of search terms takes up less than a tenth of that.
 * https://firebase.google.com/docs/firestore/quotas#writes_and_transactions
 */
const perCommit = 10;

/** More than the later requests of any lead. */
const mostNaming = 1000;

export function erasing(engine: Engine) {
  /** Removes these ids from the marks of other leads. */
  const forgetting = async (ids: readonly string[]): Promise<Write[]> => {
    const naming = await engine.scan({ what: 'naming', ids }, undefined, mostNaming);
    return naming
      .filter((lead) => !ids.includes(lead.id))
      .map((replaces) => {
        const { earlier = [] } = replaces.value as { earlier?: Earlier[] };
        const marks = { earlier: earlier.filter(({ id }) => !ids.includes(id)) };
        return { kind: 'mark', within: 'submissions', id: replaces.id, marks, replaces };
      });
  };

  /** Reads the leads again for each try, because a changed lead may be owed to the webhook. */
  const plan = async (ids: readonly string[], at: string, how: Erasure) => {
    const found = await engine.find('submissions', ids);
    const byId = new Map(found.map((lead) => [lead.id, lead]));
    const leads = ids.flatMap((id) => byId.get(id) ?? []);
    const erased = leads.filter(({ value }) => !isErased(value) && !isSpared(value, how));
    const erasedIds = erased.map(({ id }) => id);
    const bury = (lead: Found) =>
      put('submissions', lead.id, tombstoneOf(lead.id, at, lead.value, how.personHash), lead);
    const marks = erased.length > 0 ? await forgetting(erasedIds) : [];
    return { erasedIds, people: erased.map(senderOf), writes: [...erased.map(bury), ...marks] };
  };

  const commit = async (ids: readonly string[], at: string, how: Erasure): Promise<number> => {
    const { log } = how;
    const { count, entry } = await committed(engine, async () => {
      const { erasedIds, people, writes } = await plan(ids, at, how);
      if (erasedIds.length === 0) return { result: { count: 0, entry: undefined }, writes: [] };
      const entry = log?.entry(erasedIds);
      const messages = entriesToPut(log?.notify?.(people) ?? []);
      return {
        result: { count: erasedIds.length, entry },
        writes: [...entryWrites(entry), ...writes, ...messages],
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
          : picked(engine, { what: 'of', field: field as AddressField, values }, limit, (lead) => [
              { id: lead.id, name: senderOf(lead).name },
            ]),
      );
      const all = (await Promise.all(found)).flat();
      return [...new Map(all.map((lead) => [lead.id, lead])).values()].slice(0, limit);
    },

    idsBefore(before, limit, spared = {}) {
      const what = spared.onlyHeldBefore === undefined ? 'old' : 'old held';
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
      // An export reports the damaged ones.
      return found.flatMap(({ value }) => tombstoneSchema.safeParse(value).data ?? []);
    },
  } satisfies Partial<Store>;
}

const text = z.catch(z.string(), '');
const senderSchema = z.object({ name: text, email: text, phone: text });

/** The sender, as far as the lead can be read. */
const senderOf = ({ value }: Found) => senderSchema.parse(isObject(value) ? value : {});

/** The fields that decide whether a lead is spared. Its other fields may be damaged. */
const sparedSchema = z.object({
  created_at: z.string(),
  delivery: z.object({ state: z.string(), since: z.optional(z.string()) }),
  opted_out: z.catch(z.optional(z.nullable(z.object({ at: z.string() }))), undefined),
});

function isSpared(stored: unknown, { owedSince, onlyHeldBefore }: Spared): boolean {
  const { data } = sparedSchema.safeParse(withoutEarlierStates(stored));
  const { created_at = '', delivery, opted_out } = data ?? {};
  if (owedSince !== undefined && delivery?.state === 'pending') {
    return (delivery.since ?? created_at) >= owedSince;
  }
  if (onlyHeldBefore === undefined) return false;
  // An opt-out may have held the lead long after it arrived.
  return (
    delivery?.state !== 'held' ||
    created_at >= onlyHeldBefore ||
    (opted_out?.at ?? '') >= onlyHeldBefore
  );
}
