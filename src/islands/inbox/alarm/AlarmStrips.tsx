import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { admin } from '../../../copy/admin.ts';
import { causes, type Cause } from './alarm-store.ts';
import { useInbox } from '../inbox-store.ts';
import { useStill } from '../list/row-lock.ts';
import css from './alarm.module.css';
import inboxCss from '../inbox.module.css';

/** Warns of leads that have waited too long. Admins can hide it. */
export function AlarmStrips() {
  const inbox = useInbox();
  const strips = useStore(inbox.alarm.$strips);
  const part = useRef<HTMLDivElement>(null);
  useStill(part, Object.keys(strips).length, inbox.rowLock.isFree);

  return (
    <div ref={part}>
      {causes.map((cause) => (
        <AlarmStrip key={cause} cause={cause} />
      ))}
    </div>
  );
}

function AlarmStrip({ cause }: { cause: Cause }) {
  const inbox = useInbox();
  const strip = useStore(inbox.alarm.$strips)[cause];
  const words = admin.alarm[cause];

  return (
    <div className={strip && css.above}>
      <div className={strip && css.alarm} data-over={strip?.isOver}>
        <p>
          {/* The wait isn't in the live region: each change would be announced. */}
          <strong role="status">{strip && words.what}</strong> {strip && words.since(strip.seconds)}
        </p>
        {strip && (
          <span>
            <button
              type="button"
              className={inboxCss.small}
              onClick={() => void inbox.showWaiting(cause)}
            >
              {words.show}
            </button>
            <button
              type="button"
              className={inboxCss.small}
              onClick={() => {
                inbox.alarm.hide(cause);
                // The button disappears, so the focus moves to the list.
                document.getElementById('submissions')?.focus({ preventScroll: true });
              }}
            >
              {admin.alarm.hide}
            </button>
          </span>
        )}
      </div>
    </div>
  );
}
