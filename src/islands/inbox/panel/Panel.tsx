import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { asText } from '../../staff/format.ts';
import { useInbox } from '../inbox-store.ts';
import { Badge } from '../list/Row.tsx';
import { Details } from './Details.tsx';
import css from './panel.module.css';

const words = admin.panel;

/** All of one lead, beside the list. Not modal, so that the list stays within reach. */
export function Panel() {
  const inbox = useInbox();
  const item = useStore(inbox.$opened);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = item?.id;

  useEffect(() => {
    if (id === undefined) {
      dialog.current?.close();
      return;
    }
    if (!dialog.current?.open) dialog.current?.show();
    dialog.current?.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [id]);

  return (
    <dialog ref={dialog} className={css.panel} aria-labelledby="opened">
      {item && (
        <>
          <header className={css.head}>
            <div className={css.bar}>
              <Badge delivery={item.delivery} />
              <Move where="previous" />
              <Move where="next" />
              <button
                type="button"
                className="tool"
                onClick={() => {
                  inbox.close();
                }}
              >
                {words.close}
              </button>
            </div>
            <h2 id="opened" ref={heading} tabIndex={-1}>
              {item.name}
            </h2>
            <p>{item.company}</p>
          </header>
          <Details item={item} />
          <footer className={css.foot}>
            <Send item={item} />
            <Copy item={item} />
          </footer>
        </>
      )}
    </dialog>
  );
}

function Move({ where }: { where: 'previous' | 'next' }) {
  const inbox = useInbox();
  return (
    <button
      type="button"
      className="tool"
      onClick={() => {
        inbox.move(where);
      }}
    >
      {words[where]}
    </button>
  );
}

export function Send({ item }: { item: SubmissionItem }) {
  const { resending } = useInbox();
  const isSending = useStore(resending.$sending).has(item.id);
  const words = item.delivery.state === 'held' ? deliveryWords.release : deliveryWords.resend;
  return (
    <button
      type="button"
      className={`button ${css.resend}`}
      aria-disabled={isSending}
      aria-busy={isSending}
      onClick={() => void resending.send(item)}
    >
      {isSending ? words.busy : words.label}
    </button>
  );
}

export function Copy({ item }: { item: SubmissionItem }) {
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(asText(item));
      setCopied(item.id);
    } catch {
      showToast({ title: admin.panel.notCopied, destructive: true });
    }
  };
  return (
    <>
      <button type="button" className="button button--plain" onClick={() => void copy()}>
        {admin.panel.copy}
      </button>
      <span role="status" className="small">
        {copied === item.id && admin.panel.copied}
      </span>
    </>
  );
}
