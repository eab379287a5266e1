/** Whether parsed JSON is an object, not an array or null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with sorted keys: stores return the fields of an object in any order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, it: unknown) =>
    isObject(it) ? Object.fromEntries(Object.entries(it).toSorted(byName)) : it,
  );
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;
