import * as z from 'zod/mini';
import { isObject } from '../../src/shared/json.ts';
import { mostInMonth, timesOf } from '../../src/shared/report.ts';
import { minute } from '../durations.ts';
import { entryWrites } from './audit.ts';
import { countMonth, reportOf } from './figures.ts';
import { readDay } from './browser-reports.ts';
import { committed, forced, put, type Engine, type Write } from './engine.ts';
import { readers, readSpent, roleId } from './collections.ts';
import type { Admission, Limit, Store } from './port.ts';
import { foldEmail, isDocumentId } from './record.ts';
import { replacing } from './outbox.ts';
import { readWatch } from './watch-state.ts';

export const roles = (engine: Engine): Pick<Store, 'hasRole' | 'grantRole' | 'revokeRole'> => ({
  async hasRole(user_id, role, email) {
    const id = roleId({ user_id, role });
    const [found] = await engine.find('user_roles', [id]);
    const kept = found && readers.user_roles(id, found.value);
    if (kept?.kind !== 'role') return false;
    return email === undefined || !kept.email || kept.email === foldEmail(email);
  },

  async grantRole(user_id, role, email, entry) {
    const id = roleId({ user_id, role });
    if (!isDocumentId(id)) throw new TypeError('No user can have this id');
    const value = { user_id, role, ...(email && { email: foldEmail(email) }) };
    return committed(engine, async () => {
      const isFree = (await engine.find('user_roles', [id])).length === 0;
      const writes = [...entryWrites(entry), put('user_roles', id, value)];
      return { result: isFree, writes: isFree ? writes : [] };
    });
  },

  async revokeRole(user_id, role, entry) {
    const id = roleId({ user_id, role });
    if (!isDocumentId(id)) return false;
    const removed: Write = { kind: 'remove', within: 'user_roles', id };
    return committed(engine, async () => {
      const isThere = (await engine.find('user_roles', [id])).length > 0;
      return { result: isThere, writes: isThere ? [...entryWrites(entry), removed] : [] };
    });
  },
});

/** One hit. Its mark tells it from others, so that a retry isn't counted twice; its time is in ms. */
const hitSchema = z.object({ mark: z.string(), at: z.number() });

type Hit = z.infer<typeof hitSchema>;

/**
 * Hits outside the window don't count, whether they were deleted or not. Returns the hits to store from now on, if
 * anything changed.
 */
export function countHit(
  stored: readonly Hit[],
  mark: string,
  { count, windowMs }: Limit,
  now: number,
): { admission: Admission; seen?: Hit[] } {
  const seen = stored
    .filter(({ at }) => Math.abs(now - at) < windowMs)
    .toSorted((a, b) => a.at - b.at);
  if (seen.some((it) => it.mark === mark)) return { admission: { admitted: true } };
  const inTheWay = seen.at(-count);
  if (inTheWay) return { admission: { admitted: false, until: inTheWay.at + windowMs } };
  return { admission: { admitted: true }, seen: [...seen, { mark, at: now }] };
}

/** Stored hits that can't be read aren't ours: they don't count, and are overwritten. */
export const readHits = (stored: unknown): Hit[] => z.array(hitSchema).safeParse(stored).data ?? [];

/** When somebody may come again who couldn't be counted among many others. */
const crowdedMs = minute;

/** The hits of each key. A policy on `expires_at` makes Firestore delete them, up to a day late. */
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
      // The first try failed by itself. Later ones failed because others came first until time ran out.
      if (tries < 2) throw error;
      return { admitted: false, until: now.getTime() + crowdedMs };
    }
  },
});

export function watching(engine: Engine): Pick<Store, 'watch' | 'changeWatch'> {
  const find = async () => (await engine.find('watch', ['state']))[0];

  return {
    watch: async () => readWatch((await find())?.value),

    changeWatch: (decide, outbox = () => []) =>
      committed(engine, async () => {
        const found = await find();
        const result = decide(readWatch(found?.value));
        if (!result) return { result, writes: [] };
        return {
          result,
          writes: [put('watch', 'state', result, found), ...(await replacing(engine, outbox()))],
        };
      }),
  };
}

export function reporting(engine: Engine): Pick<Store, 'spent' | 'changeSpent' | 'report'> {
  const find = async (month: string) => (await engine.find('spent', [month]))[0];
  const spent = async (month: string) => readSpent(month, (await find(month))?.value);
  const changeSpent: Store['changeSpent'] = (month, decide, entry) =>
    committed(engine, async () => {
      const found = await find(month);
      const campaigns = decide(readSpent(month, found?.value));
      if (!campaigns) return { result: campaigns, writes: [] };
      const write = put('spent', month, { month, campaigns }, found);
      return { result: campaigns, writes: [...entryWrites(entry), write] };
    });

  /** What a report of this month counts, each lead once. One more than it may count shows that there are too many. */
  const cameIn = async (month: string): Promise<unknown[]> => {
    const [from, to] = timesOf(month);
    const first = `${month}-01`;
    const most = mostInMonth + 1;
    // In this order, a lead that is erased between the two reads is in both, and never in neither.
    const came = await engine.scan({ what: 'came', from, to }, undefined, most);
    const buried = await engine.scan(
      { what: 'buried', first, last: `${month}-31` },
      undefined,
      most,
    );
    return [...new Map([...came, ...buried].map(({ id, value }) => [id, value])).values()];
  };

  let last: { change: string; counted: ReturnType<typeof countMonth> } | undefined;

  /** Other rows of the month that was counted last read no lead again, unless one has changed. */
  const countedIn = async (month: string) => {
    const change = await engine.lastChange();
    if (last?.counted.month !== month || last.change !== change)
      last = { change, counted: countMonth(month, await cameIn(month)) };
    return last.counted;
  };

  return {
    spent,

    async report(month, by) {
      const [counted, costs] = await Promise.all([countedIn(month), spent(month)]);
      return reportOf(counted, by, costs);
    },

    changeSpent,
  };
}

/** More days of reports than become old between two runs of the schedule. */
const removedAtOnce = 2;

export const browserReports = (engine: Engine) =>
  ({
    async browserReports(days) {
      const found = await engine.find('browser_reports', days);
      return days.map((day) => readDay(found.find(({ id }) => id === day)?.value));
    },

    changeBrowserReports: (day, decide) =>
      committed(engine, async () => {
        const [found] = await engine.find('browser_reports', [day]);
        const result = decide(readDay(found?.value));
        return { result, writes: result ? [put('browser_reports', day, result, found)] : [] };
      }),

    async removeBrowserReports(before) {
      // The oldest come first, since their ids are their days.
      const found = await engine.after('browser_reports', undefined, removedAtOnce);
      const old = found.filter(({ id }) => id < before);
      const writes = old.map(({ id }): Write => ({
        kind: 'remove',
        within: 'browser_reports',
        id,
      }));
      await forced(engine, writes);
    },
  }) satisfies Partial<Store>;
