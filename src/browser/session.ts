/**
 * The browser's storage may be blocked (private windows, policies) or full: the site then remembers
 * nothing, but still works.
 */
export function tried<T>(storage: () => Storage, use: (it: Storage) => T): T | null {
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

/** For one visit. */
export const session = /* @__PURE__ */ memoryIn(() => sessionStorage);

/** For all tabs and later visits. Marked as pure, so that visitors load it only where it is used. */
export const local = /* @__PURE__ */ memoryIn(() => localStorage);

/** The keys of what the site remembers during a visit; late-island.ts, which is inline, has one more. */
export const sessionKeys = {
  draft: 'leadwright:contact',
  /** The submission that no answer has confirmed yet. */
  unconfirmed: 'leadwright:unconfirmed',
  industry: 'leadwright:industry',
  toast: 'leadwright:toast',
  /** Notes that the server hasn't stored yet. Each has the ids of its lead and its own behind this. */
  note: 'leadwright:note',
  /** The lead in the panel. */
  opened: 'leadwright:opened',
  /** How the visit began, and its last advertisement: ad-attribution.ts writes them. */
  first: 'leadwright:first',
  last: 'leadwright:last',
  /** The last answer of the price checker. */
  quote: 'leadwright:quote',
} as const;

export type Session = typeof session;

export type Recalled = Partial<Record<string, unknown>>;

/** The object that is remembered as JSON: one without entries if it is missing or damaged. */
export function recalled(memory: Session, key: string): Recalled {
  try {
    return Object(JSON.parse(memory.read(key) ?? '{}')) as Recalled;
  } catch {
    return {};
  }
}

/** Forgets the notes about a lead, or about all of them, that the server hasn't stored. */
export function forgetNotes(lead = ''): void {
  const beginning = [sessionKeys.note, ...(lead ? [lead] : []), ''].join(':');
  const keys = tried(() => sessionStorage, Object.keys) ?? [];
  for (const key of keys) if (key.startsWith(beginning)) session.remove(key);
}
