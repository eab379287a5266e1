/** A browser's session storage for tests, put on `globalThis` until `leave` is called. */
export function fakeSession(kept: Record<string, string> = {}) {
  const values = new Map(Object.entries(kept));
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  return { values, leave: put({ value: storage }) };
}

/** A storage that may be asked for and then refuses everything: full, or shut by a policy. */
export function refusingSession() {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  };
  return { leave: put({ value: { getItem: refuse, setItem: refuse, removeItem: refuse } }) };
}

/** Where even the name throws: a browser that blocks all site data. */
export function forbiddenSession() {
  return {
    leave: put({
      get() {
        throw new DOMException('Access is denied for this document', 'SecurityError');
      },
    }),
  };
}

function put(property: PropertyDescriptor): () => void {
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, ...property });
  return () => {
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  };
}
