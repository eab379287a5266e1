import type { QueryClient } from '@tanstack/query-core';
import { api } from '../../shared/api.ts';
import {
  isMonth,
  monthAt,
  reportBy,
  reportSchema,
  type Report,
  type ReportBy,
} from '../../shared/report-schema.ts';
import type { Ask } from '../staff/ask.ts';

/** The API knows only such months, and the future has none. */
export const hasReport = (month: string, present: string): boolean =>
  isMonth(month) && month <= present;

export function asked(): { month: string; by: ReportBy } {
  const search = new URLSearchParams(location.search);
  const month = search.get('month') ?? '';
  const present = monthAt(Date.now());
  return {
    month: hasReport(month, present) ? month : present,
    by: reportBy.find((it) => it === search.get('by')) ?? 'campaign',
  };
}

export const addressOf = (month: string, by: ReportBy): string => `?month=${month}&by=${by}`;

export const reportKey = ['report'];

export const load = (ask: Ask, client: QueryClient, month: string, by: ReportBy): Promise<Report> =>
  client.query({
    queryKey: [...reportKey, month, by],
    queryFn: async ({ signal }) => {
      const response = await ask(api.report + addressOf(month, by), { signal });
      return reportSchema.parse(await response.json());
    },
    // A cost may have been saved since.
    staleTime: 0,
  });
