import { atom } from 'nanostores';
import { api } from '../../shared/api.ts';
import { isMonth, monthAt, reportSchema, type Report } from '../../shared/report.ts';
import { retrying, type Ask, type Wait } from '../staff/ask.ts';

interface Shown {
  month: string;
  /** Undefined until it is loaded. */
  report: Report | undefined;
  state: 'loading' | 'idle' | 'failed';
}

/** The API knows only such months, and the future has none. */
export const hasReport = (month: string, present: string): boolean =>
  isMonth(month) && month <= present;

/** The month that the page's address asks for, if it has a report, or else this month. */
export function monthIn(search: string, now: number): string {
  const month = new URLSearchParams(search).get('month') ?? '';
  const present = monthAt(now);
  return hasReport(month, present) ? month : present;
}

/** Shows one month at a time. */
export function createReportStore(ask: Ask, wait: Wait, first: string) {
  const $shown = atom<Shown>({ month: first, report: undefined, state: 'loading' });
  let current: AbortController | undefined;

  return {
    $shown,

    async load(month: string): Promise<void> {
      current?.abort();
      const { signal } = (current = new AbortController());
      const path = `${api.report}?month=${month}`;
      $shown.set({ month, report: undefined, state: 'loading' });
      try {
        const response = await retrying(() => ask(path, { signal }), { wait, signal });
        const report = reportSchema.parse(await response.json());
        if (!signal.aborted) $shown.set({ month, report, state: 'idle' });
      } catch {
        // Another month was asked for meanwhile.
        if (!signal.aborted) $shown.set({ month, report: undefined, state: 'failed' });
      }
    },
  };
}
