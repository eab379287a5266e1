import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { admin } from '../../../copy/admin.ts';
import { panel as words } from '../../../copy/lead-panel.ts';
import { Button } from '../../staff/Button.tsx';
import { narrow, useListener } from '../../staff/window.ts';
import { panelEntry } from '../filters/filter.ts';
import { showRow } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { loadOpened } from '../load-opened.ts';
import css from './panel.module.css';

/** A deploy may have replaced it, or there is no connection. */
const NotLoaded = () => (
  <p role="alert">
    {admin.notOpened}. {admin.reload}
  </p>
);

const Opened = lazy(() =>
  loadOpened().then(
    (it) => ({ default: it.Opened }),
    () => ({ default: NotLoaded }),
  ),
);

/** All of one lead, beside the list. Not modal, so that the list stays within reach. */
export function Panel() {
  const inbox = useInbox();
  const item = useStore(inbox.$opened);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = item?.id;
  useBackToClose();

  useEffect(() => {
    if (id === undefined) {
      dialog.current?.close();
      return;
    }
    if (!dialog.current?.open) dialog.current?.show();
    dialog.current?.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    // Beside the panel, the list is narrower, and keys go on to rows that may be out of view.
    showRow(id);
  }, [id]);

  return (
    <dialog ref={dialog} className={css.panel} aria-labelledby="opened">
      {item && (
        <>
          <header className={`flow ${css.head}`}>
            {/* Another lead is another element, since moving the focus to where it is says nothing. */}
            <h2 key={item.id} id="opened" ref={heading} tabIndex={-1} title={item.name}>
              {item.name}
            </h2>
            {(['previous', 'next'] as const).map((where) => (
              <Button
                key={where}
                aria-label={words[where]}
                title={words[where]}
                onPress={() => inbox.move(where)}
              >
                {where === 'next' ? '↓' : '↑'}
              </Button>
            ))}
            <Button aria-label={words.close} title={words.close} onPress={inbox.close}>
              ✕
            </Button>
          </header>
          <Suspense>
            <Opened item={item} />
          </Suspense>
        </>
      )}
    </dialog>
  );
}

/** On a phone, the panel looks like a page of its own, so Back closes it. */
function useBackToClose(): void {
  const inbox = useInbox();
  const hasEntry = useRef(false);
  useEffect(
    () =>
      inbox.$opened.subscribe((opened, before) => {
        if (opened && !before && matchMedia(narrow).matches) {
          hasEntry.current = true;
          // Closing scrolls to the lead's row. The browser would scroll back to where the panel opened.
          history.scrollRestoration = 'manual';
          if (history.state !== panelEntry) history.pushState(panelEntry, '');
        } else if (!opened && hasEntry.current) {
          hasEntry.current = false;
          // A filter that was chosen has replaced the entry.
          if (history.state === panelEntry) history.back();
        }
      }),
    [inbox],
  );
  useListener('popstate', () => {
    // Once the browser is done with this Back.
    setTimeout(() => {
      history.scrollRestoration = 'auto';
    });
    if (!hasEntry.current) return;
    hasEntry.current = false;
    inbox.close();
  });
}
