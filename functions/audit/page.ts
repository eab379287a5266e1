import type { AuditPage } from '../../src/shared/audit.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { foreignCursor, parametersOf, readLimit } from '../inbox/query.ts';

/** The audit log, a page at a time, newest first. */
export const audit = forAdmins(['GET'], async ({ url }, { store }) => {
  const { entries, next, head } = await (await store()).audit(readPage(url));
  return json(200, {
    entries,
    next_cursor: next === undefined ? null : String(next),
    head,
  } satisfies AuditPage);
});

/** The cursor is the number of the last entry of the page before. */
function readPage(url: string): { limit: number; before: number | undefined } {
  const { limit, cursor } = parametersOf(url);
  if (cursor !== undefined && !/^\d{1,12}$/.test(cursor)) throw foreignCursor();
  return { limit: readLimit(limit), before: cursor === undefined ? undefined : Number(cursor) };
}
