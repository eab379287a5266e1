import { addressOf, type Filter } from '../filters/filter.ts';

const lifetime = 5 * 60_000;

/** Keeps what was loaded for each filter, so that a view is there at once when it's shown again. */
export function createViewCache<View>(now: () => number) {
  const views = new Map<string, { view: View; loadedAt: number }>();
  return {
    keep(filter: Filter, view: View, loadedAt: number): void {
      views.set(addressOf(filter), { view, loadedAt });
    },
    find(filter: Filter): { view: View; loadedAt: number } | undefined {
      const kept = views.get(addressOf(filter));
      return kept && now() - kept.loadedAt < lifetime ? kept : undefined;
    },
    clear(): void {
      views.clear();
    },
  };
}
