import type { Toast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { AskError, failure, isWorthRetrying, type Ask } from '../../staff/ask.ts';
import type { LeadList } from '../list/lead-list.ts';
import type { Lead } from '../list/leads.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { changeSchema } from './resending.ts';

interface SaveDeps {
  ask: Ask;
  toast: (toast: Toast) => void;
  list: Pick<LeadList, 'find' | 'update' | 'askAgain'>;
}

export interface Call {
  path: string;
  json: object;
  /** The title of the toast if it fails. */
  failed: string;
  /** Shown until the server has answered. */
  meanwhile?: Partial<Lead>;
  /** Offered if the same call may succeed later. */
  again?: () => void;
  /** The admin's words are in the panel, which must not close because the lead was erased. */
  hasWords?: true;
}

/** Stores a change of a lead. Each lead has at most one call of a kind at a time. */
export function createSave({ ask, toast, list }: SaveDeps) {
  const saves = oneAtATime();

  /** Shows what the server made of a change. Undefined if it failed or was dropped. */
  return (id: string, { path, json, failed, meanwhile = {}, again, hasWords }: Call) =>
    saves.once(`${path} ${id}`, async () => {
      const before = list.find(id);
      // A lead that nobody has followed up has none of these fields, and gets them back as undefined.
      const none = Object.fromEntries(Object.keys(meanwhile).map((it) => [it, undefined]));
      list.update(id, meanwhile);
      const shown = list.find(id);
      try {
        const response = await ask(path, { json: { submissionId: id, ...json } });
        const stored = changeSchema.parse(await response.json());
        list.update(id, stored);
        return stored;
      } catch (error) {
        // Something newer may have come meanwhile. It must not be overwritten by what was here before.
        if (before && list.find(id) === shown) list.update(id, { ...none, ...before });
        const { status } = error instanceof AskError ? error : {};
        if (!(hasWords && status === 404)) void list.askAgain(id);
        const retry = again && isWorthRetrying(error) && { label: admin.list.retry, run: again };
        toast({ ...failure(failed, error), ...(retry && { action: retry }) });
        return undefined;
      }
    });
}

export type Save = ReturnType<typeof createSave>;
