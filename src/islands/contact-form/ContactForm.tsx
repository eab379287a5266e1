import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { beacon } from '../../browser/beacon.ts';
import { saveInBrowser } from '../../browser/save-file.ts';
import { showToast } from '../../browser/toasts.ts';
import { contactForm } from '../../copy/contact-form.ts';
import { currentConsent } from '../../shared/consent.ts';
import type { Source } from '../../shared/fields.ts';
import { splitLinks } from '../../shared/inline-links.ts';
import { contained } from '../Contained.tsx';
import { drafts, attributionOf } from './memory.ts';
import { Editing, type FormProps } from './Editing.tsx';
import { createForm, type Agreement, type Form } from './form.ts';
import { isAtForm } from './in-view.ts';
import css from './contact-form.module.css';

/** Pauses between automatic attempts while navigator.onLine is true but the server can't be reached. */
const pauseMs = { first: 5000, longest: 300_000 };

function makeForm(source: Source): Form {
  return createForm(source, {
    fetch: (...request) => fetch(...request),
    newId: () => crypto.randomUUID(),
    memory: drafts(),
    attribution: attributionOf,
    line: {
      isDown: () => !navigator.onLine,
      onceBack: (then, signal, tries) => {
        const soon = () => {
          if (!signal.aborted) then();
        };
        if (navigator.onLine)
          setTimeout(soon, Math.min(pauseMs.first * 2 ** tries, pauseMs.longest));
        else addEventListener('online', then, { once: true, signal });
      },
    },
    toast: (toast) => {
      // A toast is about the last attempt, so it takes the place of the one before.
      for (const earlier of document.querySelectorAll('.toast--bad')) earlier.remove();
      showToast(toast);
    },
  });
}

function Ticket(props: FormProps) {
  const [form] = useState(() => makeForm(props.source));
  const view = useStore(form.$view, { ssr: 'initial' });
  useEffect(() => beacon('form-works'), []);
  /** Whether the visitor was still at the form when the response came. */
  const isHere = useRef(true);
  useEffect(
    () =>
      form.$view.listen(({ state }) => {
        if (state === 'sent') isHere.current = isAtForm();
      }),
    [form],
  );
  if (view.state === 'sent') return <ThankYou form={form} isHere={isHere.current} />;
  return <Editing {...props} form={form} view={view} />;
}

export default contained(Ticket, 'form-failed');

/** On a phone, a toast covers the lower part of the screen, so scroll to the top of the thanks. */
function takeFocus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  heading?.closest('section')?.scrollIntoView({ block: 'start' });
}

function ThankYou({ form, isHere }: { form: Form; isHere: boolean }) {
  const agreement = form.agreement();
  return (
    <section id="contact-form" className={`stack ticket ticket--torn ${css.thanks}`}>
      <div className="ticket-head ruled">
        <h2 ref={isHere ? takeFocus : undefined} tabIndex={-1}>
          {contactForm.thanks.title}
        </h2>
        <p className="stamp">{contactForm.thanks.stamp}</p>
      </div>
      <p className="lead">{contactForm.thanks.text}</p>
      <p>
        <button type="button" className="button button--plain" onClick={form.again}>
          {contactForm.thanks.again}
        </button>
      </p>
      {agreement && (
        <p>
          <button type="button" className={`bare ${css.link}`} onClick={() => saveCopy(agreement)}>
            {contactForm.thanks.copy.save}
          </button>
        </p>
      )}
    </section>
  );
}

const words = contactForm.thanks.copy;

/** The visitor's copy of the agreement. Links are absolute, because the file leaves the site. */
function copyOf({ reference, at }: Agreement, site: string): string {
  const text = splitLinks(currentConsent.text)
    .map((it) => (it.href === undefined ? it.text : `${it.text} (${new URL(it.href, site).href})`))
    .join('');
  const facts = [
    [words.version, currentConsent.version],
    [words.at, at],
    [words.reference, reference],
  ].map((fact) => fact.join(': '));
  return [`${words.heading} (${site})`, '', text, '', ...facts, ''].join('\n');
}

function saveCopy(agreement: Agreement): void {
  const file = new Blob([copyOf(agreement, location.origin)], { type: 'text/plain' });
  saveInBrowser(file, words.file(currentConsent.version));
}
