import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { contactForm } from '../../copy/contact-form.ts';
import { submitContactPath, type Source } from '../../shared/fields.ts';
import type { Placeholders } from '../../shared/placeholders.ts';
import { Contained } from '../Contained.tsx';
import { saveCopy, type Agreement } from './agreement.ts';
import { attributionOf } from './attribution.ts';
import { drafts } from './draft.ts';
import { FormFields, type Industry } from './FormFields.tsx';
import { createForm, type Form, type Notice } from './form.ts';
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
    attribution: () => attributionOf(),
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
  const { source } = props;
  const [form] = useState(() => makeForm(source));
  const view = useStore(form.$view, { ssr: 'initial' });
  const [again, setAgain] = useState(false);
  const submitting = view.state === 'submitting';
  const { problem, notice } = view.state === 'editing' ? view : {};

  if (view.state === 'sent') {
    return (
      <ThankYou
        agreement={form.agreement()}
        onAgain={() => {
          setAgain(true);
          form.again();
        }}
      />
    );
  }
  return <Editing {...props} {...{ form, again, submitting, problem, notice }} />;
}

type EditingProps = Props & {
  form: Form;
  /** The form is back after a submission: empty, and in focus. */
  again: boolean;
  submitting: boolean;
  problem: { field: string; error: string } | undefined;
  notice: Notice | undefined;
};

function Editing(props: EditingProps) {
  const { form, title, source, industry, placeholders, again, submitting, problem, notice } = props;
  const element = useRef<HTMLFormElement>(null);
  const { added, meant, submit, edited, left, correct } = useEditing(element, form, {
    again,
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

interface ThankYouProps {
  agreement: Agreement | undefined;
  onAgain: () => void;
}

const takeFocus = (heading: HTMLElement | null): void => heading?.focus();

function ThankYou({ agreement, onAgain }: ThankYouProps) {
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
        <button type="button" className="button" onClick={onAgain}>
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
