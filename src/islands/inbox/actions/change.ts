/** One change of a lead: shown at once, sent to the server, reported, and taken back by the key that undoes. */
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

/** The part of a lead that an action has changed, as the server has it now. */
export const changeSchema = z.object({
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

export interface ActionDeps {
  client: QueryClient;
  ask: Ask;
  /** Returns what takes it away. */
  toast: (toast: Toast) => () => void;
  leads: Pick<LeadCache, 'find' | 'known' | 'refresh' | 'store'>;
  now: () => number;
  /** The admin at this page, as the server names them. */
  who: string;
}

interface Call {
  path: string;
  /** What is sent. Made in the change's turn, from the lead as the changes before it have left it. */
  json: Record<string, unknown> | ((lead: Lead | undefined) => object);
  /** The title of the toast if it fails. */
  failed: string;
  /** Shown until the server has answered. */
  meanwhile?: Partial<Lead>;
  /** Offered if the same call may succeed later. */
  again?: (() => void) | undefined;
  /** The admin's words are in the panel, which must not close because the lead was erased. */
  hasWords?: true;
}

/** In ms. */
const pause = 20;

interface Undo {
  id: string;
  /** What the change has made of the lead. */
  made: Partial<Lead>;
  run: () => Promise<unknown>;
}

export function createChanges({ client, ask, toast: showToast, leads, now }: ActionDeps) {
  const $underWay = underWay<Change>(client, changeKey);
  /** What the key that undoes is about: the last toast of a change, and what takes that back. */
  let last: { title: string; takeBack?: () => Promise<unknown> } | undefined;

  /** Resolves when no change is under way, and what each has to say is said. */
  const settled = async (): Promise<void> => {
    do await new Promise((resolve) => setTimeout(resolve, pause));
    while ($underWay.get().length > 0);
  };

  const show = (words: Toast, takeBack?: () => Promise<unknown>): void => {
    // A failure changes nothing, so the change before it is still the last one.
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

  /** Names the lead, because another one may be open by now. */
  const described = (id: string, it: Omit<Toast, 'description'>, more?: string): Toast => {
    const named = [leads.find(id)?.name, more].filter((part) => part !== undefined);
    return { ...it, description: named.join(': ') };
  };

  const report = (id: string, it: Omit<Toast, 'description'>, more?: string): void =>
    show(described(id, it, more));

  const reportFailure = (id: string, title: string, error: unknown, again?: () => void): void => {
    const retry = again && isWorthRetrying(error) && { label: admin.list.retry, run: again };
    const isLost = error instanceof AskError && error.why === 'unreachable';
    const why = isLost ? admin.unreachable : sentenceIn(error);
    report(id, { title, destructive: true, ...(retry && { action: retry }) }, why);
  };

  /** Takes a change back, unless the lead has changed since: then says how. */
  const takeBack = async ({ id, made, run }: Undo): Promise<void> => {
    try {
      await leads.refresh(id);
    } catch (error) {
      reportFailure(id, admin.undoing.failed, error);
      return;
    }
    const lead = leads.known(id);
    const news = lead ? newsOf(made, lead, now()) : admin.erasedMeanwhile;
    if (news === undefined) await run();
    else report(id, { title: admin.undoing.changed, destructive: true }, news);
  };

  return {
    report,

    /** Also for the key that undoes. */
    offerUndo: (title: string, undo: Undo): void =>
      show(described(undo.id, { title }), () => takeBack(undo)),

    /** For a change that a slip of the key must not undo. */
    reportAlone: (it: Toast): void => {
      if (!it.destructive) last = { title: it.title };
      showToast(it);
    },

    /** Takes back the newest change. Waits for one that is under way. If that fails, there is nothing to take back. */
    undo: async (): Promise<void> => {
      const before = last;
      const isLate = $underWay.get().length > 0;
      await settled();
      if (!last || (isLate && last === before)) return;
      if (last.takeBack) await last.takeBack();
      else showToast({ title: admin.undoing.nothing, description: last.title });
    },

    /**
     * Stores a change, and shows what the server made of it. Changes of one lead run one after another. Undefined if
     * it failed: what was shown meanwhile goes by itself.
     */
    change: async (id: string, { path, json, failed, meanwhile = {}, again, hasWords }: Call) => {
      try {
        return await mutate(
          client,
          {
            mutationKey: [...changeKey, id, path],
            scope: { id },
            mutationFn: async () => {
              const more: object = typeof json === 'function' ? json(leads.known(id)) : json;
              const response = await ask(path, { json: { submissionId: id, ...more } });
              const stored = changeSchema.parse(await response.json());
              const { ended: _, ...now } = stored;
              leads.store(id, now);
              return stored;
            },
          },
          { id, meanwhile } satisfies Change,
        );
      } catch (error) {
        const { status } = error instanceof AskError ? error : {};
        // What is shown may be wrong.
        if (!(hasWords && status === 404)) void leads.refresh(id).catch(() => undefined);
        reportFailure(id, failed, error, again);
        return undefined;
      }
    },

    /** Whether a change of this kind is under way for this lead. */
    isChanging: (id: string, path: string): boolean =>
      client.isMutating({ mutationKey: [...changeKey, id, path] }) > 0,
  };
}

export type Changes = ReturnType<typeof createChanges>;
