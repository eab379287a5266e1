import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { admin } from '../../copy/admin.ts';
import { useInbox } from './use-inbox.ts';
import { useStill } from './use-still.ts';
import css from './alarm.module.css';
import inboxCss from './inbox.module.css';

const words = admin.alarm;

/** Says that deliveries fail, until they don't, or until somebody has read it. */
export function Alarm() {
  const inbox = useInbox();
  const strip = useStore(inbox.alarm.$strip);
  const part = useRef<HTMLDivElement>(null);
  useStill(part, strip !== undefined, inbox.hands.isFree);

  return (
    <div ref={part} className={strip && css.above}>
      <div className={strip && css.alarm} data-over={strip?.isOver}>
        <p>
          {/* Spoken when it comes. The minutes beside it change, and need not be spoken each time. */}
          <strong role="status">{strip && words.failing}</strong>{' '}
          {strip && words.waiting(strip.seconds)}
        </p>
        {strip && (
          <span>
            <button
              type="button"
              className={inboxCss.small}
              onClick={() => void inbox.showUndelivered()}
            >
              {words.show}
            </button>
            <button
              type="button"
              className={inboxCss.small}
              onClick={() => {
                inbox.alarm.hide();
                // The button is gone: whoever goes by keys goes on from the list.
                document.getElementById('submissions')?.focus({ preventScroll: true });
              }}
            >
              {words.hide}
            </button>
          </span>
        )}
      </div>
    </div>
  );
}
