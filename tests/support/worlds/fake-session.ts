/** Replaces `globalThis.sessionStorage` until `leave` is called. */
export function fakeSession(kept: Record<string, string> = {}) {
  const values = new Map(Object.entries(kept));
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  return { values, leave: put({ value: storage }) };
}

/** A storage that throws on every call, as when it is full or blocked by a policy. */
export function refusingSession() {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  };
  return { leave: put({ value: { getItem: refuse, setItem: refuse, removeItem: refuse } }) };
}

/** Throws as soon as it is accessed, as in a browser that blocks all site data. */
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
