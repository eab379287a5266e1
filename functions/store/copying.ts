import type { AuditEntry } from '../../src/shared/audit.ts';
import {
  committed,
  created,
  inGroups,
  put,
  type Collection,
  type Engine,
  type Write,
} from './engine.ts';
import {
  compared,
  keptId,
  keptUnder,
  readers,
  type Copied,
  type Copy,
  type Kept,
  type KeepResult,
  type Transfer,
} from './kept.ts';

/** As many of the biggest leads as a commit of Firestore can have. */
const writtenAtOnce = 10;

/** How many are in memory at once. */
const readAtOnce = 250;

export function copying(engine: Engine): Transfer {
  /** Creates what isn't there, and compares the rest. */
  const keepIn =
    <T>(
      within: Collection,
      partsOf: (item: T) => { id: string; value: object },
      compare: (item: T, there: unknown) => KeepResult,
    ) =>
    async (items: readonly T[]): Promise<KeepResult[]> => {
      const outcomes: KeepResult[] = [];
      for (const group of inGroups(items, writtenAtOnce)) {
        const kept = await committed(engine, async () => {
          const ids = group.map((it) => partsOf(it).id);
          const found = await engine.find(within, [...new Set(ids)]);
          const there = new Map(found.map(({ id, value }) => [id, value]));
          const writes: Write[] = [];
          const result = group.map((item): KeepResult => {
            const { id, value } = partsOf(item);
            if (there.has(id)) return compare(item, there.get(id));
            there.set(id, value);
            writes.push(put(within, id, value));
            return 'added';
          });
          return { result, writes };
        });
        outcomes.push(...kept);
      }
      return outcomes;
    };

  return {
    async *all<C extends Copied>(within: C, atOnce = readAtOnce) {
      const read = readers[within] as (id: string, value: unknown) => Copy<C> | undefined;
      let last: string | undefined;
      do {
        const found = await engine.after(within, last, atOnce);
        if (found.length > 0) yield found.flatMap(({ id, value }) => read(id, value) ?? []);
        last = found.length < atOnce ? undefined : found.at(-1)?.id;
      } while (last !== undefined);
    },

    keep: keepIn(
      'submissions',
      (kept: Kept) => ({
        id: keptId(kept),
        value: kept.kind === 'submission' ? kept.submission : kept.tombstone,
      }),
      (kept, there) => compared(kept, keptUnder(keptId(kept), there)),
    ),

    keepEntries: keepIn(
      'audit_log',
      (entry: AuditEntry) => ({ id: entry.id, value: entry }),
      () => 'same',
    ),

    keepNotice: async (it) =>
      (await created(engine, put('rights', it.id, it))) ? 'added' : 'same',
  };
}
