import * as z from 'zod/mini';
import { isObject } from '../../src/shared/json.ts';
import { minute } from '../durations.ts';
import { committed, put, type Engine } from './engine.ts';
import type { Admission, Limit, Store } from './port.ts';

/** `mark` identifies the hit, because a retry must not count twice. `at` is in ms. */
const hitSchema = z.object({ mark: z.string(), at: z.number() });

type Hit = z.infer<typeof hitSchema>;

/** Hits outside the window don't count, even if they are still stored. Returns the hits to store, if they changed. */
export function countHit(
  stored: readonly Hit[],
  mark: string,
  { count, windowMs }: Limit,
  now: number,
): { admission: Admission; seen?: Hit[] } {
  const seen = stored
    .filter(({ at }) => Math.abs(now - at) < windowMs)
    .toSorted((a, b) => a.at - b.at);
  if (seen.some((hit) => hit.mark === mark)) return { admission: { admitted: true } };
  const blocking = seen.at(-count);
  if (blocking) return { admission: { admitted: false, until: blocking.at + windowMs } };
  return { admission: { admitted: true }, seen: [...seen, { mark, at: now }] };
}

/** Unreadable hits aren't from this program. They don't count and are overwritten. */
export const readHits = (stored: unknown): Hit[] => z.array(hitSchema).safeParse(stored).data ?? [];

/** In ms: the wait of a visitor whose hit couldn't be counted among many others. */
const crowdedMs = minute;

/** In Firestore, a policy on `expires_at` deletes the hits, up to a day late. */
export const hits = (engine: Engine): Pick<Store, 'admit'> => ({
  async admit(key, mark, limit, now) {
    let tries = 0;
    try {
      return await committed(engine, async () => {
        tries += 1;
        const [found] = await engine.find('sightings', [key]);
        const stored = readHits(isObject(found?.value) ? found.value['seen'] : []);
        const { admission, seen } = countHit(stored, mark, limit, now.getTime());
        if (!seen) return { result: admission, writes: [] };
        const newest = Math.max(...seen.map(({ at }) => at));
        const value = { seen, expires_at: new Date(newest + limit.windowMs) };
        return { result: admission, writes: [put('sightings', key, value, found)] };
      });
    } catch (error) {
      // The first try failed by itself. A later try failed because other writers succeeded until time ran out.
      if (tries < 2) throw error;
      return { admitted: false, until: now.getTime() + crowdedMs };
    }
  },
});
