import { atom } from 'nanostores';

/** Drops a call while an earlier one about the same lead, or the same thing, is on its way. */
export function oneAtATime() {
  const $underWay = atom<ReadonlySet<string>>(new Set());

  /** Undefined if the call was dropped. */
  const once = async <T>(id: string, call: () => Promise<T>): Promise<T | undefined> => {
    if ($underWay.get().has(id)) return undefined;
    $underWay.set(new Set([...$underWay.get(), id]));
    try {
      return await call();
    } finally {
      $underWay.set(new Set([...$underWay.get()].filter((it) => it !== id)));
    }
  };

  return { $underWay, once };
}
