import type { AuditPage } from '../../src/shared/audit.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { readAuditPage } from '../inbox/query.ts';

/** The record of what admins did, a page at a time, newest first. */
export const audit = forAdmins(['GET'], async ({ url }, { store }) => {
  const { entries, next, head } = await (await store()).audit(readAuditPage(url));
  return json(200, {
    entries,
    next_cursor: next === undefined ? null : String(next),
    head,
  } satisfies AuditPage);
});
