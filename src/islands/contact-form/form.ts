import { atom } from 'nanostores';
import { contact } from '../../copy/contact.ts';
import type { Toast } from '../../browser/toasts.ts';
import { currentConsent } from '../../shared/consent.ts';
import { contactSchema, firstProblem, type Problem } from '../../shared/contact.ts';
import type { Source } from '../../shared/fields.ts';
import type { Draft, drafts } from './draft.ts';
import { send } from './send.ts';

const { words } = contact;

export type View =
  { state: 'editing'; problem?: Problem } | { state: 'submitting' } | { state: 'sent' };

export interface World {
  fetch: typeof fetch;
  newId: () => string;
  memory: ReturnType<typeof drafts>;
  toast: (toast: Toast) => void;
}

/** The form's states. One submission at a time, with one id until it is known to be stored. */
export function createForm(source: Source, { fetch, newId, memory, toast }: World) {
  const $view = atom<View>({ state: 'editing' });
  let id = memory.load()?.id ?? newId();

  const refuse = (problem: Problem): void => {
    toast({ title: words.invalid, description: problem.error, destructive: true });
    $view.set({ state: 'editing', problem });
  };

  return {
    $view,

    remember(draft: Draft): void {
      memory.save(id, draft);
    },

    /** The visitor is mending the field, so its message has done its work. */
    mending(field: string): void {
      const view = $view.get();
      if (view.state === 'editing' && view.problem?.field === field)
        $view.set({ state: 'editing' });
    },

    async submit(draft: Draft, website: string, open_ms?: number): Promise<void> {
      if ($view.get().state === 'submitting') return;
      const parsed = contactSchema.safeParse(draft);
      if (!parsed.success) {
        refuse(firstProblem(parsed.error));
        return;
      }
      $view.set({ state: 'submitting' });
      memory.save(id, draft);
      const outcome = await send(
        { ...parsed.data, id, source, consent_version: currentConsent.version, website, open_ms },
        fetch,
      );
      if (outcome.state === 'refused') refuse(outcome.problem);
      else if (outcome.state === 'failed') {
        toast({ title: words.failed.title, description: outcome.description, destructive: true });
        $view.set({ state: 'editing' });
      } else {
        memory.clear();
        id = newId();
        toast(words.sent);
        $view.set({ state: 'sent' });
      }
    },

    again(): void {
      $view.set({ state: 'editing' });
    },
  };
}

export type Form = ReturnType<typeof createForm>;
