import { committed, inGroups, put, type Engine, type Write } from './engine.ts';
import { documentOf, readers, type Copied, type Copy, type Copying } from './collections.ts';

/** A Firestore commit has room for this many leads of the largest size. */
const writtenAtOnce = 10;

const readAtOnce = 250;

export const copying = (engine: Engine): Copying => ({
  async *all<C extends Copied>(within: C, atOnce = readAtOnce) {
    const read = readers[within] as (id: string, value: unknown) => Copy<C> | undefined;
    let last: string | undefined;
    do {
      const found = await engine.after(within, last, atOnce);
      if (found.length > 0) yield found.flatMap(({ id, value }) => read(id, value) ?? []);
      last = found.length < atOnce ? undefined : found.at(-1)?.id;
    } while (last !== undefined);
  },

  async add(within, items) {
    const outcomes: boolean[] = [];
    for (const group of inGroups(items.map(documentOf), writtenAtOnce)) {
      const added = await committed(engine, async () => {
        const found = await engine.find(within, [...new Set(group.map(({ id }) => id))]);
        const taken = new Set(found.map(({ id }) => id));
        const writes: Write[] = [];
        const result = group.map(({ id, value }) => {
          if (taken.has(id)) return false;
          taken.add(id);
          writes.push(put(within, id, value));
          return true;
        });
        return { result, writes };
      });
      outcomes.push(...added);
    }
    return outcomes;
  },
});
