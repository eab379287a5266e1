import { useEffect, useRef } from 'react';
import { contactForm } from '../../copy/contact-form.ts';
import css from './contact-form.module.css';

export function ThankYou({ onAgain }: { onAgain: () => void }) {
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
