import type { Store } from '../../../functions/store/port.ts';

/** A store that refuses to erase these leads. */
export const refusing = (store: Store, ...bad: string[]): Store => ({
  ...store,
  erase: async (ids, ...how) => ({
    ...(await store.erase(
      ids.filter((id) => !bad.includes(id)),
      ...how,
    )),
    refused: ids.filter((id) => bad.includes(id)),
  }),
});
