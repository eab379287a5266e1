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

/**
 * Appends the entry that `prepare` links to the head, and makes the other writes together with it.
 * Returns undefined if there is nothing to append.
 */
export type Append = (
  prepare: (head: AuditHead) => Promise<{ entry: AuditEntry; writes?: Write[] } | undefined>,
) => Promise<AuditEntry | undefined>;

export function auditLog(engine: Engine) {
  const newest = async () => (await engine.entries(Number.MAX_SAFE_INTEGER, 1))[0];

  /** Only one entry can get the next number, so whoever comes second is called again. */
  const append: Append = (prepare) =>
    committed(engine, async () => {
      const addition = await prepare(headIn(await newest()));
      if (!addition) return { result: undefined, writes: [] };
      const { entry, writes = [] } = addition;
      return { result: entry, writes: [put('audit_log', String(entry.number), entry), ...writes] };
    });

  return {
    append,

    async appendAudit<T extends AuditEntry | undefined>(make: (head: AuditHead) => Promise<T>) {
      const made = await append(async (head) => {
        const entry = await make(head);
        return entry && { entry };
      });
      return made as T;
    },

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
        head: headIn(before === undefined ? entries[0] : await newest()),
      };
    },
  } satisfies Partial<Store> & { append: Append };
}

/** The head of a log whose newest entry this is. After a damaged entry, the log still goes on. */
function headIn(newest: unknown): AuditHead {
  if (!isObject(newest)) return emptyHead;
  const { number: count, hash } = newest;
  return auditHeadSchema.safeParse({ count, hash }).data ?? { ...emptyHead, count: Number(count) };
}
