/** One change of a lead: shown at once, sent to the server, reported, and undone by the undo key. */
import type { QueryClient } from '@tanstack/query-core';
import * as z from 'zod/mini';
import type { Toast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import {
  answerSchema,
  callBackSchema,
  noteSchema,
  outcomeSchema,
} from '../../../shared/follow-up-schema.ts';
import { attemptSchema, deliverySchema } from '../../../shared/submission.ts';
import { AskError, isWorthRetrying, sentenceIn, type Ask } from '../../staff/ask.ts';
import { mutate, underWay } from '../../staff/query-client.ts';
import { changeKey, type Change, type Lead, type LeadCache } from '../leads.ts';
import { newsOf } from './news.ts';

export const changeSchema = z.object({
  answered: z.exactOptional(z.nullable(answerSchema)),
  outcome: z.exactOptional(z.nullable(outcomeSchema)),
  call_back: z.exactOptional(z.nullable(callBackSchema)),
  ended: z.exactOptional(callBackSchema),
  notes: z.exactOptional(z.array(noteSchema)),
  archived: z.exactOptional(z.boolean()),
  delivery: z.exactOptional(deliverySchema),
  attempts: z.exactOptional(z.array(attemptSchema)),
});

export interface ActionDeps {
  client: QueryClient;
  ask: Ask;
  toast: (toast: Toast) => () => void;
  leads: Pick<LeadCache, 'find' | 'known' | 'refresh' | 'store'>;
  now: () => number;
  who: string;
}

interface Call {
  path: string;
  /** The request's body. A function gets the lead with all earlier changes applied. */
  json: Record<string, unknown> | ((before: Lead | undefined) => object);
  failed: string;
  optimistic?: Partial<Lead>;
  /** Offered after a failure. Gets the lead that `json` got. */
  again?: ((before: Lead | undefined) => void) | undefined;
  /** The panel contains unsaved words of the admin, so it must stay open even if the lead was erased. */
  hasWords?: true;
}

const pause = 20;

interface Undo {
  id: string;
  changed: Partial<Lead>;
  run: () => Promise<unknown>;
}

export function createChanges({ client, ask, toast: showToast, leads, now }: ActionDeps) {
  const $underWay = underWay<Change>(client, changeKey);
  /** What the undo key acts on: the last toast of a change, and how to undo that change. */
  let last: { title: string; takeBack?: () => Promise<unknown> } | undefined;

  /** Resolves when no change is under way and every result has been reported. */
  const settled = async (): Promise<void> => {
    do await new Promise((resolve) => setTimeout(resolve, pause));
    while ($underWay.get().length > 0);
  };

  const show = (words: Toast, takeBack?: () => Promise<unknown>): void => {
    // A failure changes nothing, so the change before it stays the last one.
    if (words.destructive) return void showToast(words);
    const action = takeBack && { label: admin.undo, run: () => void run() };
    const hide = showToast({ ...words, ...(action && { action }) });
    const own = { title: words.title, ...(takeBack && { takeBack: () => run() }) };
    const run = async (): Promise<void> => {
      if (last === own) last = undefined;
      hide();
      await takeBack?.();
    };
    last = own;
  };

  /** Names the lead, because another one may be open now. */
  const described = (id: string, toast: Omit<Toast, 'description'>, more?: string): Toast => {
    const named = [leads.find(id)?.name, more].filter((part) => part !== undefined);
    return { ...toast, description: named.join(': ') };
  };

  const report = (id: string, toast: Omit<Toast, 'description'>, more?: string): void =>
    show(described(id, toast, more));

  const reportFailure = (id: string, title: string, error: unknown, again?: () => void): void => {
    const retry = again && isWorthRetrying(error) && { label: admin.list.retry, run: again };
    const isLost = error instanceof AskError && error.why === 'unreachable';
    const why = isLost ? admin.unreachable : sentenceIn(error);
    report(id, { title, destructive: true, ...(retry && { action: retry }) }, why);
  };

  /** Undoes a change. If the lead has changed since, reports how instead. */
  const takeBack = async ({ id, changed, run }: Undo): Promise<void> => {
    try {
      await leads.refresh(id);
    } catch (error) {
      reportFailure(id, admin.undoing.failed, error);
      return;
    }
    const lead = leads.known(id);
    const news = lead ? newsOf(changed, lead, now()) : admin.erasedMeanwhile;
    if (news === undefined) await run();
    else report(id, { title: admin.undoing.changed, destructive: true }, news);
  };

  return {
    report,

    offerUndo: (title: string, undo: Undo): void =>
      show(described(undo.id, { title }), () => takeBack(undo)),

    /** For a change that the undo key must not undo by accident. */
    reportAlone: (toast: Toast): void => {
      if (!toast.destructive) last = { title: toast.title };
      showToast(toast);
    },

    /** Undoes the newest change. Waits for a change that is under way; if that fails, does nothing. */
    undo: async (): Promise<void> => {
      const before = last;
      const isLate = $underWay.get().length > 0;
      await settled();
      if (!last || (isLate && last === before)) return;
      if (last.takeBack) await last.takeBack();
      else showToast({ title: admin.undoing.nothing, description: last.title });
    },

    /**
     * Stores a change, and shows the server's result. Changes of one lead run one after another. Returns the result,
     * and the lead before the change. Returns undefined on failure, and `optimistic` is then no longer shown.
     */
    change: async (id: string, { path, json, failed, optimistic = {}, again, hasWords }: Call) => {
      let before: Lead | undefined;
      try {
        const stored = await mutate(
          client,
          {
            mutationKey: [...changeKey, id, path],
            scope: { id },
            mutationFn: async () => {
              before = leads.known(id);
              const more: object = typeof json === 'function' ? json(before) : json;
              const response = await ask(path, { json: { submissionId: id, ...more } });
              const result = changeSchema.parse(await response.json());
              const { ended: _, ...now } = result;
              leads.store(id, now);
              return result;
            },
          },
          { id, optimistic } satisfies Change,
        );
        return { stored, before };
      } catch (error) {
        const { status } = error instanceof AskError ? error : {};
        if (!(hasWords && status === 404)) void leads.refresh(id).catch(() => undefined);
        reportFailure(id, failed, error, again && (() => again(before)));
        return undefined;
      }
    },

    isChanging: (id: string, path: string): boolean =>
      client.isMutating({ mutationKey: [...changeKey, id, path] }) > 0,
  };
}

export type Changes = ReturnType<typeof createChanges>;
