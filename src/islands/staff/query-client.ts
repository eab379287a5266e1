/** TanStack Query, configured for the staff pages. Decision 0041. */
import {
  MutationObserver,
  QueryClient,
  type MutationKey,
  type MutationOptions,
} from '@tanstack/query-core';
import { atom } from 'nanostores';
import { isWorthRetrying } from './ask.ts';

/** In ms. A short visit to another tab must not cause a request. */
const freshFor = 3000;

/** Queries are retried three times, after the default 1 s, 2 s and 4 s. Mutations are not. */
export function createClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshFor,
        retry: (failures, error) => failures < 3 && isWorthRetrying(error),
        // A browser may report offline although the server can be reached, so only a request can tell.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  client.mount();
  return client;
}

export async function mutate<T, Variables>(
  client: QueryClient,
  options: MutationOptions<T, Error, Variables>,
  variables: Variables,
): Promise<T> {
  const observer = new MutationObserver<T, Error, Variables>(client, options);
  try {
    return await observer.mutate(variables);
  } finally {
    // Otherwise the cache would keep it forever.
    observer.reset();
  }
}

/** Skips a call while an earlier one with the same key is running, and then returns undefined. */
export async function once<T>(
  client: QueryClient,
  mutationKey: [what: string, id: string],
  mutationFn: () => Promise<T>,
): Promise<T | undefined> {
  if (client.isMutating({ mutationKey, exact: true }) > 0) return undefined;
  return mutate(client, { mutationKey, mutationFn }, mutationKey[1]);
}

export function underWay<Variables>(client: QueryClient, mutationKey: MutationKey) {
  const $all = atom<readonly Variables[]>([]);
  const cache = client.getMutationCache();
  cache.subscribe(() => {
    const all = cache
      .findAll({ mutationKey, status: 'pending' })
      .map(({ state }) => state.variables as Variables);
    const before = $all.get();
    if (all.length !== before.length || all.some((it, index) => it !== before[index]))
      $all.set(all);
  });
  return $all;
}
