import * as z from 'zod/mini';
import { canonical } from '../../src/shared/json.ts';
import { mostInMonth } from '../../src/shared/report-schema.ts';
import { earlierKept, type Earlier } from '../../src/shared/submission.ts';
import type { Log } from '../log/log.ts';
import { entryWrites } from './audit.ts';
import { isEarlierTest } from './earlier-states.ts';
import {
  committed,
  created,
  forced,
  picked,
  put,
  type Engine,
  type Wanted,
  type Write,
} from './engine.ts';
import { entriesToPut } from './outbox.ts';
import { fillPage } from './paging.ts';
import { StoreUnavailable, type Store } from './port.ts';
import {
  addressesOf,
  DamagedRecord,
  isErased,
  readRecord,
  type AddressField,
  recordSchema,
  type Found,
  type SubmissionRecord,
  wellFormed,
} from './record.ts';

export function leads(engine: Engine, log: Log) {
  const find = async (id: string): Promise<Found | undefined> => {
    const [found] = await engine.find('submissions', [id]);
    return found && !isErased(found.value) && !isEarlierTest(found.value) ? found : undefined;
  };

  /** Logs and skips a damaged record, because it must not hide the others. */
  const read = (wanted: Wanted, count: number, skip?: () => void) =>
    picked(engine, wanted, count, ({ id, value }) => {
      if (isEarlierTest(value)) return [];
      try {
        return [readRecord(id, value)];
      } catch (error) {
        if (!(error instanceof DamagedRecord)) throw error;
        log({ event: 'damaged-record', id });
        skip?.();
        return [];
      }
    });

  const first = async (wanted: Wanted): Promise<SubmissionRecord | undefined> =>
    (await read(wanted, 1))[0];

  return {
    create: (record, outbox = []) =>
      created(engine, put('submissions', record.id, record), ...entriesToPut(outbox)),

    async rehearse(record) {
      const place = { within: 'rehearsal', id: 'lead' } as const;
      const find = async () => (await engine.find(place.within, [place.id]))[0];
      await committed(engine, async () => ({
        result: undefined,
        writes: [put(place.within, place.id, record, await find())],
      }));
      const found = await find();
      await forced(engine, [{ kind: 'remove', ...place }]);
      const [written, read] = [record, recordSchema.safeParse(found?.value).data].map((lead) =>
        canonical(JSON.parse(JSON.stringify(lead ?? null), wellFormed)),
      );
      if (read !== written) throw new StoreUnavailable('A lead was not stored as it was written.');
    },

    async get(id) {
      const found = await find(id);
      return found && readRecord(id, found.value);
    },

    change: (id, decide, { outbox = [], entry } = {}) =>
      committed(engine, async () => {
        const found = await find(id);
        const result = found && decide(readRecord(id, found.value));
        if (!result) return { result, writes: [] };
        const change = put('submissions', id, result, found);
        return { result, writes: [...entryWrites(entry), change, ...entriesToPut(outbox)] };
      }),

    mark: (ids, decide) =>
      committed(engine, async () => {
        const found = await engine.find('submissions', ids);
        const writes = found.flatMap((replaces): Write[] => {
          const { id, value } = replaces;
          const marks = isErased(value) ? undefined : decide(readRecord(id, value));
          return marks ? [{ kind: 'mark', within: 'submissions', id, marks, replaces }] : [];
        });
        return { result: writes.map(({ id }) => id), writes };
      }),

    page: (query) =>
      fillPage(query, (after, count) =>
        read({ what: 'listed', filter: query.filter, after }, count),
      ),

    async earlierOf(person) {
      const { emails, phones } = addressesOf(person);
      const latest = (field: AddressField, by: 'email' | 'phone', all: readonly string[]) =>
        all.map(
          async (value) => [by, await first({ what: 'of', field, values: [value] })] as const,
        );
      const found = [...latest('emails', 'email', emails), ...latest('phones', 'phone', phones)];
      return earlierIn(await Promise.all(found));
    },

    async due(now, limit) {
      return (await read({ what: 'due', by: now }, limit)).map(({ id }) => id);
    },

    async undelivered(state, since) {
      const wanted = { what: 'undelivered', state, since } as const;
      let damaged = 0;
      const [oldest] = await read(wanted, 1, () => (damaged += 1));
      return { count: oldest ? await engine.count(wanted) : damaged, oldest, damaged };
    },

    async dueCalls(now, limit, after = '') {
      const wanted = { what: 'due calls', by: now, after } as const;
      const due = await read(wanted, limit);
      return { due, count: due.length < limit ? due.length : await engine.count(wanted) };
    },

    nextCall: async (after) => (await first({ what: 'calls', after }))?.call_back?.at,

    heldSince: async () => (await first({ what: 'awaiting', awaits: 'decision' }))?.created_at,
    waitingSince: async () => (await first({ what: 'awaiting', awaits: 'answer' }))?.created_at,

    won: (from, to) => read({ what: 'won', from, to }, mostInMonth),

    arrivals: (since, limit) =>
      picked(engine, { what: 'arrived', since }, limit, ({ value }) => {
        const { data } = arrivalSchema.safeParse(value);
        return data && !isEarlierTest(value) ? [data.created_at] : [];
      }),
  } satisfies Partial<Store>;
}

/** Oldest first. Each lead lists its own earlier requests, so the latest leads are enough. */
function earlierIn(
  latest: readonly (readonly [by: 'email' | 'phone', SubmissionRecord | undefined])[],
): Earlier[] {
  const found = new Map<string, Earlier>();
  for (const [by, lead] of latest) {
    if (!lead) continue;
    const { id, created_at: at, earlier = [] } = lead;
    for (const request of [{ id, at, by }, ...earlier]) {
      if (request.by !== by && request.by !== 'both') continue;
      const isOther = (found.get(request.id)?.by ?? by) !== by;
      found.set(request.id, { id: request.id, at: request.at, by: isOther ? 'both' : by });
    }
  }
  const inOrder = [...found.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return inOrder.slice(-earlierKept);
}

const arrivalSchema = z.object({ created_at: z.string() });
