export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parsed value, or undefined if the text isn't JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON with sorted keys: stores return the fields of an object in any order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, it: unknown) =>
    isObject(it)
      ? Object.fromEntries(
          Object.keys(it)
            .toSorted()
            .map((key) => [key, it[key]]),
        )
      : it,
  );
