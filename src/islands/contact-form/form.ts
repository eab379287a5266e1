import { atom } from 'nanostores';
import { contactForm } from '../../copy/contact-form.ts';
import type { Toast } from '../../browser/toasts.ts';
import type { Attribution } from '../../shared/attribution.ts';
import { currentConsent } from '../../shared/consent.ts';
import { contactOf, problemIn, type Problem } from '../../shared/contact.ts';
import type { Submission } from '../../shared/contact-schema.ts';
import type { Source } from '../../shared/fields.ts';
import type { Draft, drafts, Unconfirmed } from './memory.ts';
import { send, type Outcome } from './send.ts';

export type View =
  /** The status says what has become of the last request, and what to do. */
  | { state: 'editing'; problem?: Problem; status?: string }
  | { state: 'submitting' }
  | { state: 'sent' };

/** How the form was filled in, as the page observed it. Not part of the visitor's words. */
type Seen = Pick<Submission, 'open_ms' | 'ticked'>;

export interface Agreement {
  reference: string;
  at: string;
}

interface Line {
  isDown: () => boolean;
  /** Calls back once, unless the signal is aborted. While online, each try waits longer. */
  onceBack: (then: () => void, signal: AbortSignal, tries: number) => void;
}

interface FormDeps {
  fetch: typeof fetch;
  newId: () => string;
  memory: ReturnType<typeof drafts>;
  /** The origin of the visit. Changing it doesn't change the submission's id. */
  attribution: () => Attribution | undefined;
  line: Line;
  toast: (toast: Toast) => void;
}

/**
 * The form's state machine. It sends one submission at a time. An id belongs to the words that were sent
 * with it: the same words are a retry, other words are another lead.
 */
export function createForm(
  source: Source,
  { fetch, newId, memory, attribution, line, toast }: FormDeps,
) {
  let unconfirmed: Unconfirmed | undefined = memory.load()?.unconfirmed;
  const $view = atom<View>({ state: 'editing' });
  let waiting = new AbortController();
  let agreement: Agreement | undefined;

  const refuse = (problem: Problem): void => {
    const title = contactForm.words.invalid;
    toast({ title, description: problem.error, isAtField: true, destructive: true });
    $view.set({ state: 'editing', problem });
  };

  const leadOf = (draft: Draft) => ({
    ...contactOf(draft),
    source,
    consent_version: currentConsent.version,
  });

  return {
    $view,

    /** Call when the form shows this draft again. Words that differ from the sent ones are another lead. */
    opened(draft: Draft): void {
      if (!unconfirmed) return;
      const isSame = unconfirmed.words === JSON.stringify(leadOf(draft));
      const { unsent, unsentHere } = contactForm.statuses;
      $view.set({ state: 'editing', status: isSame ? unsent : unsentHere });
    },

    remember(draft: Draft): void {
      memory.save({ draft, unconfirmed });
    },

    /**
     * Hides the field's message while the visitor corrects it. Cancels an automatic retry, because changed
     * words need another press.
     */
    correcting(field: string): void {
      waiting.abort();
      const view = $view.get();
      if (view.state === 'editing' && (view.status || view.problem?.field === field))
        $view.set({ state: 'editing' });
    },

    async submit(draft: Draft, website: string, seen: Seen = {}, tries = 0): Promise<void> {
      if ($view.get().state === 'submitting') return;
      waiting.abort();
      // If a field changes, this is aborted, and only another press sends the form.
      waiting = new AbortController();
      const problem = problemIn(draft);
      if (problem) {
        refuse(problem);
        return;
      }
      $view.set({ state: 'submitting' });
      // A page from the back/forward cache doesn't know what a later page has sent.
      unconfirmed ??= memory.load()?.unconfirmed;
      const lead = leadOf(draft);
      const words = JSON.stringify(lead);
      const sendAs = (id: string): Promise<Outcome> => {
        unconfirmed = { id, words };
        memory.save({ draft, unconfirmed });
        return send({ ...lead, id, website, ...seen, attribution: attribution() }, fetch);
      };
      let outcome = await sendAs(unconfirmed?.words === words ? unconfirmed.id : newId());
      // The lead with this id was erased, or another tab used the id for other words. An automatic retry
      // takes no new id, because the visitor has not agreed again.
      if (outcome.state === 'taken' && tries === 0) outcome = await sendAs(newId());
      if (outcome.state === 'refused') refuse(outcome.problem);
      else if (outcome.state === 'stored') {
        memory.clear();
        if (unconfirmed) agreement = { reference: unconfirmed.id, at: new Date().toISOString() };
        unconfirmed = undefined;
        toast(contactForm.words.sent);
        $view.set({ state: 'sent' });
      } else {
        const { title } = contactForm.words.failed;
        // A connection that has just come back may not work yet.
        const isOffline =
          outcome.state === 'unreached' && (line.isDown() || tries > 0) && !waiting.signal.aborted;
        const status = isOffline ? contactForm.statuses.offline : outcome.description;
        if (!isOffline || tries === 0) toast({ title, description: status, destructive: true });
        $view.set({ state: 'editing', status });
        const again = () => void this.submit(draft, website, seen, tries + 1);
        if (isOffline) line.onceBack(again, waiting.signal, tries);
      }
    },

    agreement: () => agreement,

    again: (): void => $view.set({ state: 'editing' }),
  };
}

export type Form = ReturnType<typeof createForm>;
