import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type SubmitEvent,
  type SyntheticEvent,
} from 'react';
import { isAsBuilt } from '../../browser/as-built.ts';
import { announce } from '../../browser/toasts.ts';
import { contactForm } from '../../copy/contact-form.ts';
import { submitContactPath, type Source } from '../../shared/fields.ts';
import type { Placeholders } from '../../shared/placeholders.ts';
import { pricedIndustries } from '../../shared/pricing.ts';
import { choose, lastChoice } from '../price-checker/choice.ts';
import { drafts, elementsOf, fill, isRestored, readDraft, touched } from './memory.ts';
import { looksShort, suggestedEmail } from './hints.ts';
import type { Form, View } from './form.ts';
import { FormFields, type Industry } from './FormFields.tsx';
import { isInView } from './in-view.ts';
import css from './contact-form.module.css';

export interface FormProps {
  title: string;
  source: Source;
  /** Put on top of the list and chosen, on the page of that industry. */
  industry?: Industry | undefined;
  /** For the page that a function fills in. */
  placeholders?: Placeholders | undefined;
}

type Props = FormProps & { form: Form; view: Exclude<View, { state: 'sent' }> };

/** The form itself. Its fields are the browser's own, which keep what is typed. */
export function Editing({ form, view, title, source, industry, placeholders }: Props) {
  const submitting = view.state === 'submitting';
  const { problem, status } = view.state === 'editing' ? view : {};
  const element = useRef<HTMLFormElement>(null);
  const [meant, setMeant] = useState<string>();
  const [isShort, setShort] = useState(false);
  const openSince = useRef<number>(undefined);
  /** Whether the visitor has ticked the box here. What a draft or a reload restores doesn't count. */
  const ticked = useRef(false);
  /** What has the focus when an attempt begins, and disables it. */
  const focused = useRef<Element>(null);

  // Before the next frame, so that nobody sees the form without what they had typed.
  useLayoutEffect(() => {
    const fields = element.current;
    if (!fields) return;
    // From here on, the form shows its own messages instead of the browser's.
    fields.noValidate = true;
    // Firefox announces what is required and still empty as a mistake, unless only ARIA requires it.
    for (const field of fields.querySelectorAll<HTMLInputElement>('[required]')) {
      field.required = false;
      field.ariaRequired = 'true';
    }
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
    const { industry: choice } = elementsOf(fields);
    if (!isAsBuilt(choice)) choose('');
    else if (!industry) {
      // The last choice counts: one made in this form drops the price checker's, see below.
      const wanted = lastChoice() || (kept?.draft.industry ?? '');
      const trade = pricedIndustries.find(({ value }) => value === wanted);
      // The list leaves these out, but the price checker has them.
      if (trade?.onlyOnItsPage)
        fields.querySelector('select')?.add(new Option(trade.label, wanted), 1);
      choice.value = wanted;
    }
    if (kept) form.opened(readDraft(fields));
    // Looking at a form doesn't make a draft.
    if (early) form.remember(readDraft(fields));
  }, []);

  useEffect(() => {
    if (!problem || !element.current) return;
    const field = element.current.elements.namedItem(problem.field);
    if (!(field instanceof HTMLElement)) return;
    // A screen reader says nothing of a field that has the focus already.
    if (document.activeElement === field) announce(problem.error);
    field.focus({ preventScroll: true });
    // With its label, and what is wrong with it.
    field.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  // A disabled button loses the focus. The keyboard gets it back, unless the visitor has gone on to something else.
  useLayoutEffect(() => {
    const { current: form } = element;
    const { current: before } = focused;
    if (submitting) focused.current = document.activeElement;
    else if (form && before instanceof HTMLElement && document.activeElement === document.body) {
      if (!form.contains(before)) return;
      before.focus({ preventScroll: true });
      // The toast that says why lies over the last lines of the screen.
      if (isInView(before)) form.lastElementChild?.scrollIntoView({ block: 'nearest' });
    }
  }, [submitting]);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { current: since } = openSince;
    const { website } = elementsOf(event.currentTarget);
    void form.submit(readDraft(event.currentTarget), website.value, {
      open_ms: since === undefined ? undefined : Math.round(performance.now() - since),
      ticked: ticked.current,
    });
  };

  const edited = (event: SyntheticEvent<HTMLFormElement>): void => {
    const { name, value } = event.target as HTMLInputElement;
    form.correcting(name);
    if (name === 'industry') choose('');
    if (name === 'email') {
      const suggested = suggestedEmail(value);
      // Half an address may look like a slip.
      setMeant(suggested?.startsWith(value) ? undefined : suggested);
    }
    if (name === 'phone') setShort(false);
    if (name === 'consent_marketing')
      ticked.current = elementsOf(event.currentTarget).consent_marketing.checked;
    form.remember(readDraft(event.currentTarget));
  };

  const left = ({ target }: SyntheticEvent<HTMLFormElement>): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const { name, value } = target;
    const ask = (): void => {
      if (name === 'email') setMeant(suggestedEmail(value));
      if (name === 'phone') setShort(looksShort(value));
    };
    // While a mouse is pressed, the question would move the button from under it. A finger has left by then.
    if (element.current?.matches(':active'))
      addEventListener('mouseup', () => setTimeout(ask), { once: true });
    else ask();
  };

  const correct = (): void => {
    if (!element.current || meant === undefined) return;
    const { email } = elementsOf(element.current);
    email.value = meant;
    setMeant(undefined);
    form.correcting('email');
    form.remember(readDraft(element.current));
    email.focus();
  };

  return (
    <form
      id="contact-form"
      ref={element}
      className={`form stack ticket ticket--torn ${css.form}`}
      action={submitContactPath}
      method="post"
      onSubmit={submit}
      onInput={edited}
      onBlur={left}
    >
      <div className="ticket-head ruled">
        <h2>{title}</h2>
      </div>
      <p className={`quiet small ${css.wide}`}>{contactForm.required}</p>
      <input
        type="hidden"
        name="source"
        {...(placeholders?.attributes('source') ?? { value: source })}
      />
      <FormFields
        industry={industry}
        problem={problem}
        submitting={submitting}
        placeholders={placeholders}
        meant={submitting ? undefined : meant}
        isShort={isShort}
        onCorrect={correct}
      />
      <p className={css.wide}>
        <span role="status" className={css.status}>
          {status}
        </span>
        <button className="button" type="submit" disabled={submitting}>
          {submitting ? contactForm.submitting : contactForm.submit}
        </button>
      </p>
    </form>
  );
}
