/**
 * The browser's storage may be blocked (private windows, policies) or full: the site then remembers
 * nothing, but still works.
 */
function memoryIn(storage: () => Storage) {
  const tried = <T>(use: (it: Storage) => T): T | null => {
    try {
      return use(storage());
    } catch {
      return null;
    }
  };
  return {
    read: (key: string) => tried((it) => it.getItem(key)),
    write: (key: string, value: string): void => void tried((it) => it.setItem(key, value)),
    remove: (key: string): void => void tried((it) => it.removeItem(key)),
    keys: (): string[] => tried((it) => Object.keys(it)) ?? [],
  };
}

/** For one visit. */
export const session = memoryIn(() => sessionStorage);

/** For all tabs and later visits. */
export const local = memoryIn(() => localStorage);

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

export type Session = Omit<typeof session, 'keys'>;

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
  for (const key of session.keys()) if (key.startsWith(beginning)) session.remove(key);
}
