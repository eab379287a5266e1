import { useEffect, useRef } from 'react';
import { contact } from '../../copy/contact.ts';
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
          {contact.thanks.title}
        </h2>
        <p className="stamp">{contact.thanks.stamp}</p>
      </div>
      <p className="lead">{contact.thanks.text}</p>
      <p>
        <button type="button" className="button" onClick={onAgain}>
          {contact.thanks.again}
        </button>
      </p>
    </section>
  );
}
