import { api, exportPart } from '../../../shared/api.ts';
import { daysAfter, isDay } from '../../../shared/company-time.ts';
import { deliveryStates, type DeliveryState } from '../../../shared/submission.ts';

/** What of the inbox is looked at. Empty text is no filter. */
export interface Filter {
  q: string;
  industry: string;
  delivery: DeliveryState | '';
  /** Days of the company, both included. */
  from: string;
  to: string;
}

export const noFilter: Filter = { q: '', industry: '', delivery: '', from: '', to: '' };

export const heldOnly: Filter = { ...noFilter, delivery: 'held' };

export const isFiltered = (filter: Filter): boolean => filterParams(filter).size > 0;

/** Of the page's own address: whatever somebody may have typed there. */
export function filterOf(search: string): Filter {
  const params = new URLSearchParams(search);
  const delivery = params.get('delivery');
  const [from, to] = [dayIn(params.get('from')), dayIn(params.get('to'))];
  return {
    q: params.get('q')?.trim() ?? '',
    industry: params.get('industry') ?? '',
    delivery: deliveryStates.find((it) => it === delivery) ?? '',
    ...(from && to && from > to ? { from: '', to: '' } : { from, to }),
  };
}

const dayIn = (text: string | null): string => (text !== null && isDay(text) ? text : '');

function filterParams({ q, industry, delivery, from, to }: Filter): URLSearchParams {
  const words = q.trim();
  return new URLSearchParams({
    ...(words && { q: words }),
    ...(industry && { industry }),
    ...(delivery && { delivery }),
    ...(from && { from }),
    ...(to && { to }),
  });
}

/** The same view in the address: to reload, to share, to come back to. */
export const addressOf = (filter: Filter): string => withParams('/admin', filterParams(filter));

interface Place {
  cursor?: string | null;
  limit?: number;
}

export function listPath(filter: Filter, { cursor, limit }: Place = {}): string {
  const params = filterParams(filter);
  if (limit !== undefined) params.set('limit', String(limit));
  if (cursor != null) params.set('cursor', cursor);
  return withParams(api.submissions, params);
}

/** A part of the export, behind this cursor. */
export function csvPath(filter: Filter, cursor: string | null): string {
  const params = filterParams(filter);
  params.set('limit', String(exportPart));
  if (cursor !== null) params.set('cursor', cursor);
  return withParams(api.submissionsCsv, params);
}

/** The periods to choose from; those with a number end today and have no last day. */
export const periods = ['', '1', '7', '30', 'range'] as const;
export type Period = (typeof periods)[number];

export const sinceDay = (period: Exclude<Period, 'range'>, today: string): string =>
  period === '' ? '' : daysAfter(today, 1 - Number(period));

export function periodOf({ from, to }: Filter, today: string): Period {
  if (to !== '') return 'range';
  const usual = (['', '1', '7', '30'] as const).find((it) => sinceDay(it, today) === from);
  return usual ?? 'range';
}

const withParams = (path: string, params: URLSearchParams): string =>
  params.size > 0 ? `${path}?${params.toString()}` : path;
