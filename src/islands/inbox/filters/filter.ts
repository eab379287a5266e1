import {
  filterNames,
  filterParameters,
  type ChosenFilter,
  type FilterName,
} from '../../../shared/lead-filter.ts';

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

/** What is typed may begin or end with blanks. */
const isOn = (filter: Filter, name: FilterName): boolean => filter[name].trim() !== '';

export const isFiltered = (filter: Filter): boolean =>
  filterNames.some((name) => isOn(filter, name));

/** These are one choice in the toolbar. */
const choices: readonly FilterName[][] = [
  ['industry'],
  ['delivery'],
  ['campaign'],
  ['answered', 'archived'],
  ['from', 'to'],
];

/** How many choices are on, not counting the search, which is always in view. */
export const countChoices = (filter: Filter): number =>
  choices.filter((names) => names.some((name) => isOn(filter, name))).length;

/** Which of the leads are wanted at once. */
interface Part {
  cursor?: string | null | undefined;
  limit?: number;
}

/** The path of what this filter selects. */
export function pathOf(path: string, filter: Filter, part: Part = {}): string {
  const params = new URLSearchParams();
  for (const name of filterNames) if (isOn(filter, name)) params.set(name, filter[name].trim());
  for (const [name, value] of Object.entries(part)) {
    if (value != null) params.set(name, String(value));
  }
  return params.size > 0 ? `${path}?${params.toString()}` : path;
}

/** The page's address with this filter, to reload, share or return to. */
export const addressOf = (filter: Filter): string => pathOf('/admin', filter);
