import { atom } from 'nanostores';
import { api, exportPart, searchLimit } from '../../../shared/api.ts';
import { daysAfter, isDay } from '../../../shared/company-time.ts';
import { limits, originLimit } from '../../../shared/fields.ts';
import { deliveryStates, type DeliveryState } from '../../../shared/submission.ts';

/** Beside the usual view: the leads that wait for an answer, and those that were put away. */
export const views = ['', 'waiting', 'archived'] as const;

/** The choice of leads that the inbox shows. An empty field doesn't filter. */
export interface Filter {
  q: string;
  industry: string;
  /** The exact name of an advertisement's campaign. */
  campaign: string;
  delivery: DeliveryState | '';
  view: (typeof views)[number];
  /** The first and the last day, in the company's time zone. */
  from: string;
  to: string;
}

export const noFilter: Filter = {
  q: '',
  industry: '',
  campaign: '',
  delivery: '',
  view: '',
  from: '',
  to: '',
};

export const heldOnly: Filter = { ...noFilter, delivery: 'held' };
export const waitingOnly: Filter = { ...noFilter, view: 'waiting' };
export const archivedOnly: Filter = { ...noFilter, view: 'archived' };

export const isFiltered = (filter: Filter): boolean => filterParams(filter).size > 0;

/** Reads the filter from the page's address. Drops invalid parts, since anybody can type one. */
export function filterOf(search: string): Filter {
  const params = new URLSearchParams(search);
  const delivery = params.get('delivery');
  const [from, to] = [dayIn(params.get('from')), dayIn(params.get('to'))];
  return {
    q: params.get('q')?.trim().slice(0, searchLimit) ?? '',
    industry: nameIn(params.get('industry'), limits.industry),
    campaign: nameIn(params.get('campaign')?.trim(), originLimit),
    delivery: deliveryStates.find((it) => it === delivery) ?? '',
    view: viewIn(params),
    ...(from && to && from > to ? { from: '', to: '' } : { from, to }),
  };
}

function viewIn(params: URLSearchParams): Filter['view'] {
  if (params.get('answered') === 'no') return 'waiting';
  return params.get('archived') === 'yes' ? 'archived' : '';
}

const nameIn = (text: string | null | undefined, most: number): string =>
  text && text.length <= most ? text : '';

const dayIn = (text: string | null): string => (text !== null && isDay(text) ? text : '');

function filterParams(filter: Filter): URLSearchParams {
  const { q, industry, campaign, delivery, view, from, to } = filter;
  const words = q.trim();
  return new URLSearchParams({
    ...(words && { q: words }),
    ...(industry && { industry }),
    ...(campaign && { campaign }),
    ...(delivery && { delivery }),
    ...(view === 'waiting' && { answered: 'no' }),
    ...(view === 'archived' && { archived: 'yes' }),
    ...(from && { from }),
    ...(to && { to }),
  });
}

/** The page's address with this filter, to reload, share or return to. */
export const addressOf = (filter: Filter): string => withParams('/admin', filterParams(filter));

interface Place {
  cursor?: string | null;
  limit?: number;
  /** The tag of an earlier answer, to get what changed since then. */
  since?: string | undefined;
}

export function listPath(filter: Filter, { cursor, limit, since }: Place = {}): string {
  const params = filterParams(filter);
  if (limit !== undefined) params.set('limit', String(limit));
  if (cursor != null) params.set('cursor', cursor);
  if (since !== undefined) params.set('since', since.replaceAll('"', ''));
  return withParams(api.submissions, params);
}

/** The part of the export that begins at this cursor. */
export function csvPath(filter: Filter, cursor: string | null): string {
  const params = filterParams(filter);
  params.set('limit', String(exportPart));
  if (cursor !== null) params.set('cursor', cursor);
  return withParams(api.submissionsCsv, params);
}

/** The periods to choose from. A number of days ends today and stores no last day. */
const untilToday = ['', '1', '7', '30'] as const;
export const periods = [...untilToday, 'range'] as const;
export type Period = (typeof periods)[number];

export const sinceDay = (period: Exclude<Period, 'range'>, today: string): string =>
  period === '' ? '' : daysAfter(today, 1 - Number(period));

export function periodOf({ from, to }: Filter, today: string): Period {
  if (to !== '') return 'range';
  return untilToday.find((it) => sinceDay(it, today) === from) ?? 'range';
}

const withParams = (path: string, params: URLSearchParams): string =>
  params.size > 0 ? `${path}?${params.toString()}` : path;

/** The part of the browser that shows the filter in the page's address. */
export interface Address {
  search: () => string;
  push: (href: string) => void;
  replace: (href: string) => void;
}

/** The inbox's one filter. It's kept in the address, and the list listens to it. */
export function createFilterStore(address: Address) {
  const $filter = atom<Filter>(filterOf(address.search()));

  const change = (filter: Filter, write: (href: string) => void = () => undefined): void => {
    const href = addressOf(filter);
    if (href === addressOf($filter.get())) return;
    write(href);
    $filter.set(filter);
  };

  return {
    $filter,

    /** Adds an entry to the history, so that Back returns to the filter before. */
    choose(part: Partial<Filter>): void {
      change({ ...$filter.get(), ...part }, address.push);
    },

    /** Replaces the entry in the history: Back shouldn't step through letters. */
    type(q: string): void {
      change({ ...$filter.get(), q: q.trim() }, address.replace);
    },

    clear: (): void => {
      change(noFilter, address.push);
    },

    /** For Back and Forward, which change the address. */
    followAddress: (): void => {
      change(filterOf(address.search()));
    },
  };
}

/** The state of the history's entry for the panel of a phone. */
export const panelEntry = 'panel';

export const pageAddress: Address = {
  search: () => location.search,
  push: (href) => {
    // The panel closes, so its entry would make a Back without effect.
    if (history.state === panelEntry) history.replaceState(null, '', href);
    else history.pushState(null, '', href);
  },
  replace: (href) => {
    history.replaceState(null, '', href);
  },
};
