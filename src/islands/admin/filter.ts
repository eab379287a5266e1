import { api } from '../../shared/api.ts';
import { deliveryStates, type DeliveryState } from '../../shared/submission.ts';

/** What of the inbox is looked at. Empty text is no filter. */
export interface Filter {
  q: string;
  industry: string;
  delivery: DeliveryState | '';
}

export const noFilter: Filter = { q: '', industry: '', delivery: '' };

export const heldOnly: Filter = { ...noFilter, delivery: 'held' };

export const isFiltered = (filter: Filter): boolean => filterParams(filter).size > 0;

/** Of the page's own address: whatever somebody may have typed there. */
export function filterOf(search: string): Filter {
  const params = new URLSearchParams(search);
  const delivery = params.get('delivery');
  return {
    q: params.get('q')?.trim() ?? '',
    industry: params.get('industry') ?? '',
    delivery: deliveryStates.find((it) => it === delivery) ?? '',
  };
}

function filterParams({ q, industry, delivery }: Filter): URLSearchParams {
  const words = q.trim();
  return new URLSearchParams({
    ...(words && { q: words }),
    ...(industry && { industry }),
    ...(delivery && { delivery }),
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

export const csvPath = (filter: Filter): string =>
  withParams(api.submissionsCsv, filterParams(filter));

const withParams = (path: string, params: URLSearchParams): string =>
  params.size > 0 ? `${path}?${params.toString()}` : path;
