import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { deliveryWords } from '../../../copy/delivery.ts';
import { panel } from '../../../copy/lead-panel.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { browserWait } from '../../staff/ask.ts';
import { browserTab } from '../../staff/polling.ts';
import dialogCss from '../../staff/dialog.module.css';
import { useInbox } from '../inbox-store.ts';
import { createDoNotContact } from './do-not-contact.ts';
import css from './details.module.css';

const words = panel.doNotContact;

/** Says whether this person asked not to be contacted, and changes it. */
export function DoNotContact({ item }: { item: SubmissionItem }) {
  const { ask, reportAlone } = useInbox();
  const [list] = useState(() => createDoNotContact({ ask, toast: reportAlone, wait: browserWait }));
  const { on, problem } = useStore(list.$standing);
  const { id, email, phone, phone_e164, delivery } = item;

  // A release takes the person off the list, and somebody else may change it meanwhile.
  useEffect(() => {
    const look = () => list.look({ id, email, phone, phone_e164 });
    let stop = look();
    const stopFollowing = onReturn(() => {
      stop();
      stop = look();
    });
    return () => {
      stopFollowing();
      stop();
    };
  }, [list, id, email, phone, phone_e164, delivery.state]);

  return (
    <p className={css.stop}>
      <button type="button" className="tool" onClick={() => void list.put(item, on !== true)}>
        {on ? words.lift : words.label}
      </button>
      <span role="status" className="small">
        {on ? <strong>{words.on}</strong> : problem !== undefined && `${words.unknown} ${problem}`}
      </span>
    </p>
  );
}

/** Calls when the person comes back to this tab or its window. The returned function stops it. */
function onReturn(call: () => void): () => void {
  const stopFollowing = browserTab.tab.onChange(() => {
    if (browserTab.tab.isVisible()) call();
  });
  addEventListener('focus', call);
  return () => {
    stopFollowing();
    removeEventListener('focus', call);
  };
}

/** Asks before a lead is released whose person asked not to be contacted. */
export function ReleaseDialog() {
  const { resending } = useInbox();
  const isOpen = useStore(resending.$asked) !== undefined;
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      className={dialogCss.dialog}
      aria-labelledby="release-anyway"
      onClose={() => {
        resending.$asked.set(undefined);
      }}
    >
      <h2 id="release-anyway">{words.release.heading}</h2>
      <p>{words.release.question}</p>
      <p className={dialogCss.works}>
        <button type="button" className="tool" onClick={() => dialog.current?.close()}>
          {words.release.cancel}
        </button>
        <button
          type="button"
          className={`tool ${dialogCss.go}`}
          onClick={() => void resending.releaseAsked()}
        >
          {deliveryWords.release.label}
        </button>
      </p>
    </dialog>
  );
}
