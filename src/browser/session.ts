/** Storage may be blocked (private windows, policies) or full. The site then remembers nothing. */
export function tried<T>(storage: () => Storage, use: (storage: Storage) => T): T | null {
  try {
    return use(storage());
  } catch {
    return null;
  }
}

const memoryIn = (storage: () => Storage) => ({
  read: (key: string) => tried(storage, (it) => it.getItem(key)),
  write: (key: string, value: string): void => void tried(storage, (it) => it.setItem(key, value)),
  remove: (key: string): void => void tried(storage, (it) => it.removeItem(key)),
});

export const session = /* @__PURE__ */ memoryIn(() => sessionStorage);

/** For all tabs and later visits. Marked as pure, so that bundles without a use leave it out. */
export const local = /* @__PURE__ */ memoryIn(() => localStorage);

/** The sessionStorage keys; late-island.ts, which runs inline, has one more. */
export const sessionKeys = {
  draft: 'leadwright:contact',
  /** The submission that no response has confirmed yet. */
  unconfirmed: 'leadwright:unconfirmed',
  industry: 'leadwright:industry',
  toast: 'leadwright:toast',
  /** Prefix for notes that the server hasn't stored yet, followed by the lead's id and the note's id. */
  note: 'leadwright:note',
  opened: 'leadwright:opened',
  /** How the visit began, and its last advertisement. Written by ad-attribution.ts. */
  first: 'leadwright:first',
  last: 'leadwright:last',
  quote: 'leadwright:quote',
} as const;

export type Session = typeof session;

export type Recalled = Partial<Record<string, unknown>>;

/** The stored JSON object; an empty object if it is missing or damaged. */
export function recalled(memory: Session, key: string): Recalled {
  try {
    return Object(JSON.parse(memory.read(key) ?? '{}')) as Recalled;
  } catch {
    return {};
  }
}

/** Deletes unsaved notes: those of one lead, or all of them. */
export function forgetNotes(lead = ''): void {
  const beginning = [sessionKeys.note, ...(lead ? [lead] : []), ''].join(':');
  const keys = tried(() => sessionStorage, Object.keys) ?? [];
  for (const key of keys) if (key.startsWith(beginning)) session.remove(key);
}
