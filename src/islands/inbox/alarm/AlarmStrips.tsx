import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { admin } from '../../../copy/admin.ts';
import { causes, type Cause } from './alarm-store.ts';
import { useInbox } from '../inbox-store.ts';
import { useStill } from '../list/row-lock.ts';
import { exactTime } from '../../staff/format.ts';
import css from './alarm.module.css';
import inboxCss from '../inbox.module.css';

/** Warns of leads that have waited too long. Admins can hide it. */
export function AlarmStrips() {
  const inbox = useInbox();
  const strips = useStore(inbox.alarm.$strips);
  const { incidents, unsent } = useStore(inbox.incidents.$alerts);
  const part = useRef<HTMLDivElement>(null);
  const count = Object.keys(strips).length + incidents.length + (unsent === null ? 0 : 1);
  useStill(part, count, inbox.rowLock.isFree);

  return (
    <div ref={part}>
      {causes.map((cause) => (
        <AlarmStrip key={cause} cause={cause} />
      ))}
      <div role="status">
        {incidents.map(({ kind, what, since }) => (
          <Line key={kind} what={what} more={admin.alarm.since(exactTime(since))} />
        ))}
        {unsent !== null && <Line what={admin.alarm.unsent} more={`${unsent}.`} />}
      </div>
    </div>
  );
}

const Line = ({ what, more }: { what: string; more: string }) => (
  <div className={css.above}>
    <div className={css.alarm}>
      <p>
        <strong>{what}</strong> {more}
      </p>
    </div>
  </div>
);

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
