import { atom } from 'nanostores';
import { awaitsAnswer, awaitsCall, isDue } from '../../../shared/awaits.ts';
import { outcomeOf } from '../../../shared/follow-up-schema.ts';
import {
  filterNames,
  filterParameters,
  wholeId,
  type ChosenFilter,
  type FilterName,
} from '../../../shared/lead-filter.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { now } from '../../staff/clock.ts';

export type Filter = ChosenFilter;

export const noFilter = Object.fromEntries(filterNames.map((name) => [name, ''])) as Filter;

export const heldOnly: Filter = { ...noFilter, delivery: 'held' };
export const waitingOnly: Filter = { ...noFilter, answered: 'no' };
export const dueOnly: Filter = { ...noFilter, call_back: 'due' };
export const archivedOnly: Filter = { ...noFilter, archived: 'yes' };

/** Reads the filter from the page's address. Drops invalid parts, because anyone can edit an address. */
export function filterOf({ search, hash }: Pick<Location, 'search' | 'hash'>): Filter {
  const [params, hidden] = [search, hash].map((part) => new URLSearchParams(part.slice(1)));
  const valid = filterNames.flatMap((name) => {
    const value = (name === 'q' ? hidden : params)?.get(name);
    const parsed = filterParameters[name].safeParse(value?.trim());
    return parsed.success ? [[name, parsed.data]] : [];
  });
  const filter = { ...noFilter, ...(Object.fromEntries(valid) as Partial<Filter>) };
  const { from, to } = filter;
  return from && to && from > to ? { ...filter, from: '', to: '' } : filter;
}

/** Typed text may begin or end with blanks. */
const isOn = (filter: Filter, name: FilterName): boolean => filter[name].trim() !== '';

export const isFiltered = (filter: Filter): boolean =>
  filterNames.some((name) => isOn(filter, name));

/** Whether the lead is in the part of the inbox that the filter shows: the archive or the rest. */
export const matchesArchive = (
  { archived: view }: Filter,
  { archived = false }: Partial<SubmissionItem> = {},
) => archived === (view === 'yes');

/**
 * Whether a lead still matches the filter after an admin's change, before the server confirms it. A search
 * for an id finds its lead whatever else is chosen.
 */
export function matchesFilter(filter: Filter, lead: SubmissionItem): boolean {
  const { q, answered, call_back, outcome, delivery } = filter;
  if (wholeId.test(q.trim())) return true;
  return (
    matchesArchive(filter, lead) &&
    (answered === '' || awaitsAnswer(lead)) &&
    (call_back !== 'planned' || awaitsCall(lead)) &&
    (call_back !== 'due' || isDue(lead, now())) &&
    (outcome === '' || outcomeOf(lead.outcome) === outcome) &&
    (delivery === '' || lead.delivery.state === delivery)
  );
}

const choices: readonly FilterName[][] = [
  ['industry'],
  ['delivery'],
  ['campaign'],
  ['answered', 'call_back', 'outcome', 'archived'],
  ['from', 'to'],
];

export const countChoices = (filter: Filter): number =>
  choices.filter((names) => names.some((name) => isOn(filter, name))).length;

interface Part {
  cursor?: string | null | undefined;
  limit?: number;
}

/**
 * The request path for this filter. The search isn't part of it, because it may be a person's name, and
 * hosts log the path of each request.
 */
export function pathOf(path: string, filter: Filter, part: Part = {}): string {
  const params = new URLSearchParams();
  for (const name of filterNames)
    if (name !== 'q' && isOn(filter, name)) params.set(name, filter[name].trim());
  for (const [name, value] of Object.entries(part)) {
    if (value != null) params.set(name, String(value));
  }
  return params.size > 0 ? `${path}?${params.toString()}` : path;
}

export const searchIn = (filter: Filter): { q: string } | undefined =>
  isOn(filter, 'q') ? { q: filter.q.trim() } : undefined;

/** The page's address with this filter. Requests don't contain the part behind #. */
export function addressOf(filter: Filter): string {
  const search = searchIn(filter);
  const path = pathOf('/admin', filter);
  return search ? `${path}#${new URLSearchParams(search).toString()}` : path;
}

export const panelEntry = 'panel';

/** The inbox's only filter. It is stored in the page's address, and the list listens to it. */
export function createFilterStore() {
  const $filter = atom(filterOf(location));

  const change = (filter: Filter, write?: (href: string) => void): boolean => {
    const href = addressOf(filter);
    if (href === addressOf($filter.get())) return false;
    write?.(href);
    $filter.set(filter);
    return true;
  };

  const replace = (href: string): void => history.replaceState(null, '', href);

  const push = (href: string): void => {
    // The panel closes, and its entry would make one Back step without effect.
    if (history.state === panelEntry) replace(href);
    else history.pushState(null, '', href);
  };

  return {
    $filter,

    /** Adds a history entry, so that Back returns to the previous filter. */
    choose: (part: Partial<Filter>) => change({ ...$filter.get(), ...part }, push),

    /** Replaces the history entry: Back must not step through letters. */
    search: (q: string) => change({ ...$filter.get(), q }, replace),

    /** For Back, Forward and the link that skips to the list, all of which change the address. */
    followAddress: (): void => {
      if (/^#(?!q=)./.test(location.hash)) replace(addressOf($filter.get()));
      else change(filterOf(location));
    },
  };
}
