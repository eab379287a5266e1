import { readDay } from './browser-report-day.ts';
import { committed, forced, put, type Engine, type Write } from './engine.ts';
import type { Store } from './port.ts';

/** More days than expire between two scheduled runs. */
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
      // The ids are days, so the oldest come first.
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
