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
  /** Chosen and listed first, on the page of that industry. */
  industry?: Industry | undefined;
  /** Below the message, on the page of an industry. */
  messageHint?: string | undefined;
  /** Given on a page that a function fills in. */
  placeholders?: Placeholders | undefined;
}

type Props = FormProps & { form: Form; view: Exclude<View, { state: 'sent' }> };

/** The fields are uncontrolled, so that the browser keeps what was typed. */
export function Editing(props: Props) {
  const { form, view, title, source, industry, messageHint, placeholders } = props;
  const submitting = view.state === 'submitting';
  const { problem, status } = view.state === 'editing' ? view : {};
  const element = useRef<HTMLFormElement>(null);
  const [meant, setMeant] = useState<string>();
  const [isShort, setShort] = useState(false);
  const openSince = useRef<number>(undefined);
  /** Whether the visitor ticked the box on this page. A restored tick doesn't count. */
  const ticked = useRef(false);
  /** The element that had the focus before an attempt disabled it. */
  const focused = useRef<Element>(null);

  // A layout effect: the form must not be painted without the restored words.
  useLayoutEffect(() => {
    const fields = element.current;
    if (!fields) return;
    fields.noValidate = true;
    // Firefox announces an empty required field as invalid, unless only ARIA requires it.
    for (const field of fields.querySelectorAll<HTMLInputElement>('[required]')) {
      field.required = false;
      field.ariaRequired = 'true';
    }
    ticked.current = elementsOf(fields).consent_marketing.checked && !isRestored();
    // The visitor opened the form again after a submission: leave it empty and focus it.
    if (form.agreement()) {
      openSince.current = performance.now();
      elementsOf(fields).name.focus();
      return;
    }
    const early = touched(fields);
    const kept = drafts().load();
    // After a reload the form may be sent at once, so the time is unknown. Otherwise it counts from the
    // page load, because visitors can type before this script runs.
    if (!kept && !(early && isRestored())) openSince.current = 0;
    if (kept) fill(fields, kept.draft);
    const { industry: choice } = elementsOf(fields);
    if (!isAsBuilt(choice)) choose('');
    else if (!industry) {
      // The last choice wins: a choice in this form removes the one from the price checker, see below.
      const wanted = lastChoice() || (kept?.draft.industry ?? '');
      const trade = pricedIndustries.find(({ value }) => value === wanted);
      // The price checker offers these industries, but the list doesn't.
      if (trade?.onlyOnItsPage)
        fields.querySelector('select')?.add(new Option(trade.label, wanted), 1);
      choice.value = wanted;
    }
    if (kept) form.opened(readDraft(fields));
    // Only visitors who have typed get a draft.
    if (early) form.remember(readDraft(fields));
  }, []);

  useEffect(() => {
    if (!problem || !element.current) return;
    const field = element.current.elements.namedItem(problem.field);
    if (!(field instanceof HTMLElement)) return;
    // A screen reader doesn't read the description of a field that already has the focus.
    if (document.activeElement === field) announce(problem.error);
    field.focus({ preventScroll: true });
    // Include its label and its message.
    field.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  // A disabled button loses the focus. Give it back, unless the visitor has focused something else.
  useLayoutEffect(() => {
    const { current: form } = element;
    const { current: before } = focused;
    if (submitting) focused.current = document.activeElement;
    else if (form && before instanceof HTMLElement && document.activeElement === document.body) {
      if (!form.contains(before)) return;
      before.focus({ preventScroll: true });
      // The toast with the reason covers the bottom of the screen.
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
      // While the visitor types, a partial address looks like a typo.
      setMeant(suggested?.startsWith(value) ? undefined : suggested);
    }
    if (name === 'phone') setShort(false);
    if (name === 'consent_marketing')
      ticked.current = elementsOf(event.currentTarget).consent_marketing.checked;
    form.remember(readDraft(event.currentTarget));
  };

  const suggest = ({ target }: SyntheticEvent<HTMLFormElement>): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const { name, value } = target;
    const ask = (): void => {
      if (name === 'email') setMeant(suggestedEmail(value));
      if (name === 'phone') setShort(looksShort(value));
    };
    // During a click, the question would move the submit button away. Touches have ended by now.
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
      onBlur={suggest}
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
        messageHint={messageHint}
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
