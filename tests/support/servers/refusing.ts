import type { Store } from '../../../functions/store/port.ts';

/** A store that will not erase these, whoever asks. */
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
