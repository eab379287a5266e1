import {
  auditHeadSchema,
  emptyHead,
  entriesOf,
  type AuditEntry,
  type AuditHead,
} from '../../src/shared/audit.ts';
import { isObject } from '../../src/shared/json.ts';
import { committed, put, type Engine, type Write } from './engine.ts';
import type { Store } from './port.ts';

const newest = async (engine: Engine): Promise<unknown> =>
  (await engine.entries(Number.MAX_SAFE_INTEGER, 1))[0];

/**
 * Appends the entry that `make` links to the head, if any, and makes the writes that it adds together with it.
 * Only one entry can get the next number, so whoever comes second is called again.
 */
export const append = <T extends AuditEntry | undefined>(
  engine: Engine,
  make: (head: AuditHead, writes: Write[]) => Promise<T>,
): Promise<T> =>
  committed(engine, async () => {
    const others: Write[] = [];
    const entry = await make(headIn(await newest(engine)), others);
    // The entry comes first, since its hash tells Firestore whether a commit was this one.
    const writes = entry ? [put('audit_log', String(entry.number), entry), ...others] : [];
    return { result: entry, writes };
  });

export function auditLog(engine: Engine) {
  return {
    appendAudit: (make) => append(engine, make),

    async certificatesOf(submission) {
      const entries = entriesOf('certified', await engine.entriesAbout(submission));
      return entries.toSorted((a, b) => a.at.localeCompare(b.at) || a.number - b.number);
    },

    async audit({ limit, before }) {
      // One more than the page takes tells whether there is a next page.
      const entries = await engine.entries(before ?? Number.MAX_SAFE_INTEGER, limit + 1);
      const page = entries.slice(0, limit);
      return {
        entries: page,
        next: entries.length > limit ? headIn(page.at(-1)).count : undefined,
        head: headIn(before === undefined ? entries[0] : await newest(engine)),
      };
    },
  } satisfies Partial<Store>;
}

/** The head of a log whose newest entry this is. After a damaged entry, the log still goes on. */
function headIn(newest: unknown): AuditHead {
  if (!isObject(newest)) return emptyHead;
  const { number: count, hash } = newest;
  return auditHeadSchema.safeParse({ count, hash }).data ?? { ...emptyHead, count: Number(count) };
}
