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
  JSON.stringify(value, (_, nested: unknown) =>
    isObject(nested)
      ? Object.fromEntries(
          Object.keys(nested)
            .toSorted()
            .map((key) => [key, nested[key]]),
        )
      : nested,
  );
