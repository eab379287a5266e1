import type { SubmissionsPage } from '../../src/shared/submission.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { readFilter, readPage, writeCursor } from './query.ts';
import { toItem } from '../store/record.ts';

/** The inbox, a page at a time, newest first. */
export const submissions = forAdmins(['GET'], async ({ url }, { store }) => {
  const query = { filter: readFilter(url), ...readPage(url) };
  const inbox = await store();
  const [{ records, next }, held] = await Promise.all([
    inbox.page(query),
    query.after ? undefined : inbox.heldCount(),
  ]);
  return json(200, {
    submissions: records.map(toItem),
    next_cursor: next ? writeCursor(next) : null,
    ...(held !== undefined && { held }),
  } satisfies SubmissionsPage);
});
