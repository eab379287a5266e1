import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  compared,
  erasedPage,
  keptId,
  keptUnder,
  optOutUnder,
  roleUnder,
  type Kept,
  type PageOf,
  type Transfer,
  type Outcome,
} from '../kept.ts';
import type { SubmissionRecord } from '../record.ts';
import { available, type Transactions } from './database.ts';

/** `add` writes a new lead, inside a transaction. */
export function keptRows(
  database: DatabaseSync,
  { writing }: Transactions,
  add: (record: SubmissionRecord) => boolean,
): Transfer {
  // Each half uses its own index, so that the last page costs as much as the first.
  const selectAfter = database.prepare(
    `SELECT id, record AS stored FROM submissions WHERE id > ?1
      UNION ALL SELECT id, tombstone FROM erased_submissions WHERE id > ?1
      ORDER BY id LIMIT ?2`,
  );
  const select = database.prepare(
    `SELECT record AS stored FROM submissions WHERE id = :id
      UNION ALL SELECT tombstone FROM erased_submissions WHERE id = :id`,
  );
  const selectErased = database.prepare(
    `SELECT tombstone, tombstone ->> '$.erased_at' AS erased_at FROM erased_submissions
      WHERE erased_at >= :time AND (erased_at, id) > (:after, :id)
      ORDER BY erased_at, id LIMIT :limit`,
  );
  const insertTombstone = database.prepare(
    'INSERT INTO erased_submissions (id, tombstone) VALUES (?, ?)',
  );
  const selectRoles = database.prepare(
    `SELECT user_id, role, user_id || '_' || role AS id FROM user_roles WHERE id > ?
      ORDER BY id LIMIT ?`,
  );
  const selectOptOuts = database.prepare(
    'SELECT hash AS id, at FROM opt_outs WHERE hash > ? ORDER BY hash LIMIT ?',
  );
  const insertOptOut = database.prepare(
    'INSERT INTO opt_outs (hash, at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );

  const keepOne = (kept: Kept): Outcome => {
    const id = keptId(kept);
    const row = select.get({ id });
    if (row) return compared(kept, keptUnder(id, JSON.parse(String(row['stored']))));
    if (kept.kind === 'submission') add(kept.submission);
    else insertTombstone.run(id, JSON.stringify(kept.tombstone));
    return 'added';
  };

  const pageBy =
    <T>(select: StatementSync, read: (row: Row) => T) =>
    (after = '', limit: number): Promise<PageOf<T>> =>
      available(() => {
        const rows = select.all(after, limit);
        const next = rows.length < limit ? undefined : String(rows.at(-1)?.['id']);
        return { found: rows.map(read), next };
      });

  return {
    keptAfter: pageBy(selectAfter, ({ id, stored }) =>
      keptUnder(String(id), JSON.parse(String(stored))),
    ),

    rolesAfter: pageBy(selectRoles, ({ id, ...role }) => roleUnder(String(id), role)),

    optOutsAfter: pageBy(selectOptOuts, ({ id, at }) => optOutUnder(String(id), at)),

    erasedSince: (time, last, limit) =>
      available(() => {
        const after = { after: last?.erased_at ?? '', id: last?.id ?? '' };
        const rows = selectErased.all({ time, limit, ...after });
        return erasedPage(
          rows.map(({ tombstone }) => JSON.parse(String(tombstone)) as unknown),
          limit,
        );
      }),

    keep: (items) => writing(() => items.map(keepOne)),

    keepOptOuts: (items) =>
      writing(() =>
        items.map(({ hash, at }) => (insertOptOut.run(hash, at).changes > 0 ? 'added' : 'same')),
      ),
  };
}

type Row = Record<string, unknown>;
