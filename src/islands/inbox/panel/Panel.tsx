import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { admin } from '../../../copy/admin.ts';
import { panel as words } from '../../../copy/lead-panel.ts';
import { Button } from '../../staff/Button.tsx';
import { narrow, useListener } from '../../staff/window.ts';
import { panelEntry } from '../filters/filter.ts';
import { showRow } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import css from './panel.module.css';

/** A deploy may have replaced the code, or there is no connection. */
const NotLoaded = () => (
  <p role="alert">
    {admin.notOpened}. {admin.reload}
  </p>
);

const Opened = lazy(() =>
  import('../later.ts').then(
    ({ Opened }) => ({ default: Opened }),
    () => ({ default: NotLoaded }),
  ),
);

/** One lead, beside the list. Not modal, so that the list stays usable. */
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
    // The panel narrows the list, and shortcut keys may move to a row that is out of view.
    showRow(id);
  }, [id]);

  return (
    <dialog ref={dialog} className={css.panel} aria-labelledby="opened">
      {item && (
        <>
          <header className={`flow ${css.head}`}>
            {/* A new element per lead: focusing a focused element announces nothing. */}
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

/** On a phone, the panel looks like a page, so Back closes it. */
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
          // A newly chosen filter has already replaced the entry.
          if (history.state === panelEntry) history.back();
        }
      }),
    [inbox],
  );
  useListener('popstate', () => {
    // After the browser has finished this Back.
    setTimeout(() => {
      history.scrollRestoration = 'auto';
    });
    if (!hasEntry.current) return;
    hasEntry.current = false;
    inbox.close();
  });
}
