import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  type SubmitEvent,
  type SyntheticEvent,
} from 'react';
import { isAsBuilt } from '../../browser/as-built.ts';
import type { Problem } from '../../shared/contact.ts';
import { pricedIndustries } from '../../shared/pricing.ts';
import { choose, lastChoice } from '../price-checker/choice.ts';
import { drafts, elementsOf, fill, readDraft, touched } from './draft.ts';
import { suggestedEmail } from './email-hint.ts';
import type { Form } from './form.ts';
import type { Industry } from './FormFields.tsx';

interface Circumstances {
  submitting: boolean;
  problem: Problem | undefined;
  /** The page has chosen the industry. */
  preselected: boolean;
}

/** Ties the browser's own fields, which keep what is typed, to the form's states. */
export function useEditing(
  element: RefObject<HTMLFormElement | null>,
  form: Form,
  { submitting, problem, preselected }: Circumstances,
) {
  /** An industry that was chosen in the price checker and is not in the list. */
  const [added, setAdded] = useState<Industry>();
  const [meant, setMeant] = useState<string>();
  const openSince = useRef<number>(undefined);
  /** Whether the visitor has ticked the box here. What a draft or a reload restores doesn't count. */
  const ticked = useRef(false);
  const pressed = useRef<HTMLElement>(null);

  // Before the next frame, so that nobody sees the form without what they had typed.
  useLayoutEffect(() => {
    const fields = element.current;
    if (!fields) return;
    // From here on, the form shows its own messages instead of the browser's.
    fields.noValidate = true;
    ticked.current = elementsOf(fields).consent_marketing.checked && !isRestored();
    // The form is back after a submission: empty, and in focus.
    if (form.agreement()) {
      openSince.current = performance.now();
      elementsOf(fields).name.focus();
      return;
    }
    const early = touched(fields);
    const kept = drafts().load();
    // Words from before a reload may be sent at once: nobody knows how long they took. Else the
    // page's own beginning counts, since a form can be filled in before this script has run.
    if (!kept && !(early && isRestored())) openSince.current = 0;
    if (kept) fill(fields, kept.draft);
    const { industry } = elementsOf(fields);
    if (!isAsBuilt(industry)) choose('');
    else if (!preselected) {
      // The last choice counts: one made in this form drops the price checker's, see below.
      const wanted = lastChoice() || (kept?.draft.industry ?? '');
      industry.value = wanted;
      if (industry.value !== wanted)
        setAdded(pricedIndustries.find(({ value }) => value === wanted));
    }
    // Looking at a form doesn't make a draft.
    if (early) form.remember(readDraft(fields));
  }, []);

  useLayoutEffect(() => {
    if (!added || !element.current) return;
    const { industry } = elementsOf(element.current);
    if (!industry.value) industry.value = added.value;
    form.remember(readDraft(element.current));
  }, [added]);

  useEffect(() => {
    if (!problem || !element.current) return;
    const field = element.current.elements.namedItem(problem.field);
    if (field instanceof HTMLElement) field.focus();
  }, [problem]);

  // A disabled button loses the focus. Back among the fields, the keyboard goes on where it pressed.
  useEffect(() => {
    if (!submitting && document.activeElement === document.body) pressed.current?.focus();
  }, [submitting]);

  return {
    added,
    meant,
    submit: (event: SubmitEvent<HTMLFormElement>): void => {
      event.preventDefault();
      pressed.current = event.nativeEvent.submitter;
      const { current: since } = openSince;
      void form.submit(
        readDraft(event.currentTarget),
        elementsOf(event.currentTarget).website.value,
        {
          open_ms: since === undefined ? undefined : Math.round(performance.now() - since),
          page: elementsOf(event.currentTarget).page?.value,
          ticked: ticked.current,
        },
      );
    },
    edited: (event: SyntheticEvent<HTMLFormElement>): void => {
      const { name, value } = event.target as HTMLInputElement;
      form.correcting(name);
      if (name === 'industry') choose('');
      if (name === 'email') {
        const suggested = suggestedEmail(value);
        // Half an address may look like a slip.
        setMeant(suggested?.startsWith(value) ? undefined : suggested);
      }
      if (name === 'consent_marketing')
        ticked.current = elementsOf(event.currentTarget).consent_marketing.checked;
      form.remember(readDraft(event.currentTarget));
    },
    left: ({ target }: SyntheticEvent<HTMLFormElement>): void => {
      if (target instanceof HTMLInputElement && target.name === 'email')
        setMeant(suggestedEmail(target.value));
    },
    correct: (): void => {
      if (!element.current || meant === undefined) return;
      const { email } = elementsOf(element.current);
      email.value = meant;
      setMeant(undefined);
      form.correcting('email');
      form.remember(readDraft(element.current));
      email.focus();
    },
  };
}

/** The browser keeps the words in a form only for a page that it has shown before. */
function isRestored(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type !== 'navigate';
}
