import { useStore } from '@nanostores/react';
import { useRef, useState, useEffect } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { contactForm } from '../../copy/contact-form.ts';
import { api } from '../../shared/api.ts';
import type { Source } from '../../shared/fields.ts';
import type { Placeholders } from '../../shared/placeholders.ts';
import { Contained } from '../Contained.tsx';
import { attributionOf } from './attribution.ts';
import { drafts } from './draft.ts';
import { FormFields, type Industry } from './FormFields.tsx';
import { createForm, type Form } from './form.ts';
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

function makeForm(source: Source): Form {
  return createForm(source, {
    fetch: (...request) => fetch(...request),
    newId: () => crypto.randomUUID(),
    memory: drafts(),
    attribution: () => attributionOf(),
    toast: showToast,
  });
}

function Ticket(props: Props) {
  const { source } = props;
  const [form] = useState(() => makeForm(source));
  const view = useStore(form.$view, { ssr: 'initial' });
  const [again, setAgain] = useState(false);
  const submitting = view.state === 'submitting';
  const problem = view.state === 'editing' ? view.problem : undefined;

  if (view.state === 'sent') {
    return (
      <ThankYou
        onAgain={() => {
          setAgain(true);
          form.again();
        }}
      />
    );
  }
  return <Editing {...props} {...{ form, again, submitting, problem }} />;
}

type EditingProps = Props & {
  form: Form;
  /** The form is back after a submission: empty, and in focus. */
  again: boolean;
  submitting: boolean;
  problem: { field: string; error: string } | undefined;
};

function Editing(props: EditingProps) {
  const { form, title, source, industry, placeholders, again, submitting, problem } = props;
  const element = useRef<HTMLFormElement>(null);
  const { added, submit, edited } = useEditing(element, form, {
    again,
    problem,
    preselected: industry !== undefined,
  });

  return (
    <form
      id="contact-form"
      ref={element}
      className={`ticket ticket--torn ${css.form}`}
      action={api.submitContact}
      method="post"
      onSubmit={submit}
      onInput={edited}
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
      />
      <p className={css.wide}>
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

function ThankYou({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);

  return (
    <section id="contact-form" className={`ticket ticket--torn ${css.thanks}`}>
      <div className="ticket-head">
        <h2 ref={heading} tabIndex={-1}>
          {contactForm.thanks.title}
        </h2>
        <p className="stamp">{contactForm.thanks.stamp}</p>
      </div>
      <p className="lead">{contactForm.thanks.text}</p>
      <p>
        <button type="button" className="button" onClick={onAgain}>
          {contactForm.thanks.again}
        </button>
      </p>
    </section>
  );
}
