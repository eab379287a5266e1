/** Runs calls about leads. A call is dropped while an earlier one about the same lead is on its way. */
export function oneAtATime() {
  const underWay = new Set<string>();
  return async <T>(id: string, call: () => Promise<T>): Promise<T | undefined> => {
    if (underWay.has(id)) return undefined;
    underWay.add(id);
    try {
      return await call();
    } finally {
      underWay.delete(id);
    }
  };
}
