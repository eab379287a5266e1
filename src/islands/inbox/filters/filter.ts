import { api, exportPart } from '../../../shared/api.ts';
import { filterNames, filterParameters, type ChosenFilter } from '../../../shared/lead-filter.ts';

/** The choice of leads that the inbox shows. An empty field doesn't filter. */
export type Filter = ChosenFilter;

export const noFilter: Filter = Object.freeze({
  q: '',
  industry: '',
  campaign: '',
  delivery: '',
  answered: '',
  archived: '',
  from: '',
  to: '',
});

export const heldOnly: Filter = { ...noFilter, delivery: 'held' };
export const waitingOnly: Filter = { ...noFilter, answered: 'no' };
export const archivedOnly: Filter = { ...noFilter, archived: 'yes' };

/** Reads the filter from the page's address. Drops invalid parts, since anybody can type one. */
export function filterOf(search: string): Filter {
  const params = new URLSearchParams(search);
  const valid = filterNames.flatMap((name) => {
    const parsed = filterParameters[name].safeParse(params.get(name)?.trim());
    return parsed.success ? [[name, parsed.data]] : [];
  });
  const filter = { ...noFilter, ...(Object.fromEntries(valid) as Partial<Filter>) };
  const { from, to } = filter;
  return from && to && from > to ? { ...filter, from: '', to: '' } : filter;
}

const paramsOf = (filter: Filter): URLSearchParams =>
  new URLSearchParams(
    filterNames.map((name) => [name, filter[name].trim()]).filter(([, value]) => value !== ''),
  );

export const isFiltered = (filter: Filter): boolean => paramsOf(filter).size > 0;

type Part = Record<string, string | number | null | undefined>;

function pathOf(path: string, filter: Filter, part: Part = {}): string {
  const params = paramsOf(filter);
  for (const [name, value] of Object.entries(part)) {
    if (value != null) params.set(name, String(value));
  }
  return params.size > 0 ? `${path}?${params.toString()}` : path;
}

/** The page's address with this filter, to reload, share or return to. */
export const addressOf = (filter: Filter): string => pathOf('/admin', filter);

interface Place {
  cursor?: string | null;
  limit?: number;
}

export const listPath = (filter: Filter, { limit, cursor }: Place = {}): string =>
  pathOf(api.submissions, filter, { limit, cursor });

/** The part of the export that begins at this cursor. */
export const csvPath = (filter: Filter, cursor: string | null): string =>
  pathOf(api.submissionsCsv, filter, { limit: exportPart, cursor });
