import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { contactForm } from '../../copy/contact-form.ts';
import { submitContactPath, type Source } from '../../shared/fields.ts';
import type { Placeholders } from '../../shared/placeholders.ts';
import { Contained } from '../Contained.tsx';
import { saveCopy } from './agreement.ts';
import { attributionOf } from './attribution.ts';
import { drafts } from './draft.ts';
import { FormFields, type Industry } from './FormFields.tsx';
import { createForm, type Form, type View } from './form.ts';
import { useEditing } from './use-editing.ts';
import css from './contact-form.module.css';

interface Props {
  title: string;
  source: Source;
  /** Put on top of the list and chosen, on the page of that industry. */
  industry?: Industry | undefined;
  /** For the page that a function fills in. */
  placeholders?: Placeholders | undefined;
}

/** The wait before the next attempt if the browser says that it is online, but reaches nobody. */
const pauseMs = 5000;

function makeForm(source: Source): Form {
  return createForm(source, {
    fetch: (...request) => fetch(...request),
    newId: () => crypto.randomUUID(),
    memory: drafts(),
    attribution: attributionOf,
    line: {
      isDown: () => !navigator.onLine,
      onceBack: (then, signal) => {
        const soon = () => {
          if (!signal.aborted) then();
        };
        if (navigator.onLine) setTimeout(soon, pauseMs);
        else addEventListener('online', then, { once: true, signal });
      },
    },
    toast: (toast) => {
      // The form is sent now, so its errors no longer hold.
      if (!toast.destructive)
        for (const it of document.querySelectorAll('.toast--bad')) it.remove();
      showToast(toast);
    },
  });
}

function Ticket(props: Props) {
  const [form] = useState(() => makeForm(props.source));
  const view = useStore(form.$view, { ssr: 'initial' });
  if (view.state === 'sent') return <ThankYou form={form} />;
  return <Editing {...props} form={form} view={view} />;
}

type EditingProps = Props & { form: Form; view: Exclude<View, { state: 'sent' }> };

function Editing({ form, view, title, source, industry, placeholders }: EditingProps) {
  const submitting = view.state === 'submitting';
  const { problem, notice } = view.state === 'editing' ? view : {};
  const element = useRef<HTMLFormElement>(null);
  const { added, meant, submit, edited, left, correct } = useEditing(element, form, {
    submitting,
    problem,
    preselected: industry !== undefined,
  });

  return (
    <form
      id="contact-form"
      ref={element}
      className={`ticket ticket--torn ${css.form}`}
      action={submitContactPath}
      method="post"
      onSubmit={submit}
      onInput={edited}
      onBlur={left}
    >
      <div className="ticket-head">
        <h2>{title}</h2>
      </div>
      <p className={`quiet small ${css.wide}`}>{contactForm.required}</p>
      <input
        type="hidden"
        name="source"
        {...(placeholders?.attributes('source') ?? { value: source })}
      />
      <FormFields
        industry={industry ?? added}
        preselected={industry}
        problem={problem}
        submitting={submitting}
        placeholders={placeholders}
        meant={meant}
        onCorrect={correct}
      />
      <p className={css.wide}>
        <span role="status" className={css.notice}>
          {notice && contactForm.notices[notice]}
        </span>
        <button className="button" type="submit" disabled={submitting}>
          {submitting ? contactForm.submitting : contactForm.submit}
        </button>
      </p>
    </form>
  );
}

export default function ContactForm(props: Props) {
  return (
    <Contained>
      <Ticket {...props} />
    </Contained>
  );
}

const takeFocus = (heading: HTMLElement | null): void => heading?.focus();

function ThankYou({ form }: { form: Form }) {
  const agreement = form.agreement();
  return (
    <section id="contact-form" className={`ticket ticket--torn ${css.thanks}`}>
      <div className="ticket-head">
        <h2 ref={takeFocus} tabIndex={-1}>
          {contactForm.thanks.title}
        </h2>
        <p className="stamp">{contactForm.thanks.stamp}</p>
      </div>
      <p className="lead">{contactForm.thanks.text}</p>
      <p>
        <button type="button" className="button" onClick={form.again}>
          {contactForm.thanks.again}
        </button>
      </p>
      {agreement && (
        <p>
          <button
            type="button"
            className={css.link}
            onClick={() => {
              saveCopy(agreement);
            }}
          >
            {contactForm.thanks.copy.save}
          </button>
        </p>
      )}
    </section>
  );
}
