import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { admin } from '../../../copy/admin.ts';
import { Badge } from '../list/Row.tsx';
import { Details } from './Details.tsx';
import { Copy, Send } from './PanelActions.tsx';
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
