import type { LeadMap } from './leads.ts';

interface Ids {
  ids: readonly string[];
  /** The cursor of the next page; null at the end of the list. */
  next: string | null;
}

export interface LeadListState extends Ids {
  /** The first page as it was last read. It may have leads that aren't shown yet. */
  head: Ids;
  /** Whether `ids` are those of the filter. While another view is loading, they are those of the view before. */
  loaded: boolean;
  busy: 'first' | 'more' | undefined;
  failed: 'first' | 'more' | undefined;
  /** Leads that arrived while the page was open and haven't been opened yet. */
  unseen: ReadonlySet<string>;
  /** Whether the last look failed. */
  offline: boolean;
}

export const emptyList: LeadListState = {
  ids: [],
  next: null,
  head: { ids: [], next: null },
  loaded: false,
  busy: undefined,
  failed: undefined,
  unseen: new Set(),
  offline: false,
};

const timeIn = (leads: LeadMap, id: string | undefined): string =>
  (id !== undefined && leads.get(id)?.created_at) || '';

/** The new leads, which wait until somebody asks for them. */
export function freshIn({ ids, next, head }: LeadListState, leads: LeadMap): string[] {
  const shown = new Set(ids);
  // Leads older than the last row aren't new: they are on a page that isn't loaded yet.
  const last = next === null ? '' : timeIn(leads, ids.at(-1));
  return head.ids.filter((id) => !shown.has(id) && timeIn(leads, id) >= last);
}

/** The first page as it is now, and the rows of the further pages that were loaded. */
export function joined({ ids, next, head }: LeadListState, leads: LeadMap): Ids {
  const isHead = new Set(head.ids);
  // Nothing is older, or so much is new that there is a gap, which only further pages can close.
  if (head.next === null || !ids.some((id) => isHead.has(id))) return head;
  const last = timeIn(leads, head.ids.at(-1));
  const older = ids.filter((id) => !isHead.has(id) && timeIn(leads, id) <= last);
  return { ids: [...head.ids, ...older], next };
}

/** Newest first. */
export const inOrder = (ids: readonly string[], leads: LeadMap): string[] =>
  ids.toSorted((a, b) => timeIn(leads, b).localeCompare(timeIn(leads, a)));
