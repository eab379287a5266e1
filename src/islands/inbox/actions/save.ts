import * as z from 'zod/mini';
import type { Toast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { api } from '../../../shared/api.ts';
import {
  answerSchema,
  callBackSchema,
  noteSchema,
  outcomeSchema,
} from '../../../shared/follow-up-schema.ts';
import { attemptSchema, deliverySchema } from '../../../shared/submission.ts';
import { AskError, isWorthRetrying, sentenceIn, type Ask } from '../../staff/ask.ts';
import type { ListStore } from '../list/list-store.ts';
import type { Lead } from '../list/leads.ts';
import { oneAtATime } from '../one-at-a-time.ts';

/** The part of a lead that an action has changed, as the server has it now. */
const changeSchema = z.object({
  answered: z.exactOptional(z.nullable(answerSchema)),
  outcome: z.exactOptional(z.nullable(outcomeSchema)),
  call_back: z.exactOptional(z.nullable(callBackSchema)),
  /** The call that this ended. */
  ended: z.exactOptional(callBackSchema),
  notes: z.exactOptional(z.array(noteSchema)),
  archived: z.exactOptional(z.boolean()),
  delivery: z.exactOptional(deliverySchema),
  attempts: z.exactOptional(z.array(attemptSchema)),
});

export interface Resent {
  /** Undefined on success. */
  problem: string | undefined;
  /** There is no webhook to send to, so the next resend would fail, too. */
  isPointless: boolean;
  change: z.infer<typeof changeSchema>;
}

/** Never retried automatically: a webhook that got the lead would get it twice. */
export async function resendOnce(id: string, ask: Ask, ifUndelivered?: true): Promise<Resent> {
  try {
    const response = await ask(api.resendToWebhook, { json: { submissionId: id, ifUndelivered } });
    const change = changeSchema.parse(await response.json());
    // A proxy may answer 200 without having reached the function.
    const problem = change.delivery ? undefined : deliveryWords.resend.failed;
    return { problem, isPointless: false, change };
  } catch (cause) {
    const { status, body } = cause instanceof AskError ? cause : {};
    const sentence = sentenceIn(cause);
    const change = changeSchema.safeParse(body).data ?? {};
    return {
      problem: sentence ?? deliveryWords.resend.failed,
      // If the webhook refused, the answer has the attempt. If the host failed, it has no message.
      isPointless: status === 502 && sentence !== undefined && !change.attempts,
      change,
    };
  }
}

export interface ActionDeps {
  ask: Ask;
  /** Returns what takes it away. */
  toast: (toast: Toast) => () => void;
  list: Pick<ListStore, 'find' | 'update' | 'askAgain'>;
  now: () => number;
  /** The admin at this page, as the server names them. */
  who: string;
}

interface Call {
  path: string;
  json: object;
  /** The title of the toast if it fails. */
  failed: string;
  /** Shown until the server has answered. */
  meanwhile?: Partial<Lead>;
  /** Offered if the same call may succeed later. */
  again?: (() => void) | undefined;
  /** The admin's words are in the panel, which must not close because the lead was erased. */
  hasWords?: true;
}

/** Stores changes of leads, reports them, and takes back the last one at the press of a key. */
export function createSave({ ask, toast: showToast, list }: ActionDeps) {
  const saves = oneAtATime();
  const turns = new Map<string, Promise<unknown>>();
  const underWay = new Set<Promise<unknown>>();
  let last: Toast['action'];

  const watched = <T>(change: Promise<T>): Promise<T> => {
    const end = () => underWay.delete(change);
    underWay.add(change);
    change.then(end, end);
    return change;
  };

  /** Resolves when no change is on its way. */
  const saved = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  };

  /** The key does what the toast's button does, once. */
  const toast = ({ action, ...words }: Toast): void => {
    const once = action && {
      ...action,
      run: () => {
        if (last === once) last = undefined;
        hide();
        action.run();
      },
    };
    // A failure changes nothing, so the change before it is still the last one.
    if (!words.destructive) last = once;
    const hide = showToast({ ...words, ...(once && { action: once }) });
  };

  /** Names the lead, since somebody may look at another one by now. */
  const report = (id: string, it: Omit<Toast, 'description'>, more?: string): void => {
    const named = [list.find(id)?.name, more].filter((part) => part !== undefined);
    toast({ ...it, description: named.join(': ') });
  };

  return {
    report,
    isSaving: (): boolean => underWay.size > 0,
    saved,

    offerUndo: (id: string, title: string, undo: () => Promise<unknown>): void =>
      report(id, { title, action: { label: admin.undo, run: () => void undo() } }),

    /** For a change that a slip of the key must not undo. */
    reportAlone: (it: Toast): void => {
      if (!it.destructive) last = undefined;
      showToast(it);
    },

    /** Takes back the newest change. If that is still on its way, waits for it, and if it fails, there is nothing to do. */
    undo: async (): Promise<void> => {
      const before = last;
      const isLate = underWay.size > 0;
      await saved();
      if (!isLate || last !== before) last?.run();
    },

    /** Runs changes of a lead one after another, so that none is dropped and each knows what the last one did. */
    inTurn: <T>(id: string, change: () => Promise<T>): Promise<T> => {
      const next = (turns.get(id) ?? Promise.resolve()).then(change);
      turns.set(id, next);
      return watched(next);
    },

    /**
     * Shows what the server made of a change. Each lead has at most one call of a kind at a time. Undefined if it
     * failed or was dropped.
     */
    save: (id: string, { path, json, failed, meanwhile = {}, again, hasWords }: Call) => {
      const call = async () => {
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
          const said = { title: failed, destructive: true, ...(retry && { action: retry }) };
          const isLost = error instanceof AskError && error.why === 'unreachable';
          report(id, said, isLost ? admin.unreachable : sentenceIn(error));
          return undefined;
        }
      };
      return watched(saves.once(`${path} ${id}`, call));
    },
  };
}

export type Saving = ReturnType<typeof createSave>;
