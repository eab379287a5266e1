import type { AuditEntry } from '../../src/shared/audit.ts';
import { isObject } from '../../src/shared/json.ts';
import { forced, put, type Engine, type Write } from './engine.ts';
import type { Store } from './port.ts';

/** First in its commit, because the Firestore engine identifies a commit by the stamp in its first write. */
export const entryWrites = (entry: AuditEntry | undefined): Write[] =>
  entry ? [put('audit_log', entry.id, entry)] : [];

export const auditLog = (engine: Engine) =>
  ({
    appendAudit: (entry) => forced(engine, entryWrites(entry)),

    async audit({ limit, after }) {
      // One extra entry shows whether there is a next page.
      const found = await engine.entries(after, limit + 1);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const time = isObject(last?.value) ? String(last.value['at']) : '';
      return {
        entries: page.map(({ value }) => value),
        next: last && { time, id: last.id },
      };
    },
  }) satisfies Partial<Store>;
