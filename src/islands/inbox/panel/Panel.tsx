import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { admin } from '../../../copy/admin.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { Badge } from '../list/Badge.tsx';
import { mailTo, tel } from './contact-links.ts';
import { Fact } from '../../staff/Fact.tsx';
import { industryLabel } from '../../staff/industry-label.ts';
import { Copy, Send } from './PanelActions.tsx';
import { Receipt } from './Receipt.tsx';
import { Timeline } from './Timeline.tsx';
import { exactTime } from '../../staff/format.ts';
import { useInbox } from '../use-inbox.ts';
import css from './panel.module.css';

const words = admin.panel;

/** One submission, whole, beside the list. Not modal, so that the list stays at hand. */
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

function Details({ item }: { item: SubmissionItem }) {
  return (
    <div className={css.details}>
      <section aria-labelledby="opened-contact">
        <h3 id="opened-contact">{words.contact}</h3>
        <dl className={css.facts}>
          <Fact label={admin.columns.email}>
            <a href={mailTo(item.email)}>{item.email}</a>
          </Fact>
          <Fact label={admin.columns.phone}>
            <a href={tel(item.phone)}>{item.phone}</a>
          </Fact>
          <Fact label={admin.columns.industry}>{industryLabel(item.industry)}</Fact>
          <Fact label={words.received}>
            <time dateTime={item.created_at}>{exactTime(item.created_at)}</time>
          </Fact>
          <Fact label={words.source}>{words.sources[item.source]}</Fact>
          <Fact label={words.id}>
            <code>{item.id}</code>
          </Fact>
        </dl>
      </section>
      <section aria-labelledby="opened-message">
        <h3 id="opened-message">{words.message}</h3>
        {item.message === null ? (
          <p className="quiet">{words.noMessage}</p>
        ) : (
          <p className={css.message}>{item.message}</p>
        )}
      </section>
      <Timeline item={item} />
      <Receipt item={item} />
    </div>
  );
}
