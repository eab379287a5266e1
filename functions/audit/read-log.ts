import type { AuditPage } from '../../src/shared/audit.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { readPart, writeCursor } from '../http/cursor.ts';

export const audit = forAdmins(async ({ url }, { store }) => {
  const { entries, next } = await (await store()).audit(readPart(url));
  return json(200, { entries, next_cursor: next ? writeCursor(next) : null } satisfies AuditPage);
});
