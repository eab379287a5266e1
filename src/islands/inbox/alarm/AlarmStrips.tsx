import { useStore } from '@nanostores/react';
import { useRef, useState, type ReactNode } from 'react';
import { admin } from '../../../copy/admin.ts';
import type { Alerts } from '../../../shared/health.ts';
import { causes, type Cause } from './alarm-store.ts';
import { waitingOnly, type Filter } from '../filters/filter.ts';
import { focusList } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { useStill } from '../list/row-lock.ts';
import { useNarrow } from '../narrow.ts';
import { exactTime } from '../../staff/format.ts';
import css from './alarm.module.css';
import inboxCss from '../inbox.module.css';

type Shown = Alerts['incidents'][number] & {
  /** The leads that it is about, if the inbox can show them. */
  leads?: Filter;
};

/**
 * Warns of leads that have waited too long, and of faults of the site. On a phone, several alarms are
 * one line that opens, so that the first lead is in view whatever they are.
 */
export function AlarmStrips() {
  const inbox = useInbox();
  const strips = useStore(inbox.alarm.$strips);
  const { incidents: found, unsent } = useStore(inbox.incidents.$alerts);
  const waiting = useStore(inbox.list.$waiting);
  const incidents = found.flatMap((it): Shown[] => {
    if (it.kind !== 'waiting') return [it];
    // Its sentence has a count, but the list's own count is newer.
    return waiting === 0 ? [] : [{ ...it, what: admin.alarm.waiting.what, leads: waitingOnly }];
  });
  const part = useRef<HTMLDivElement>(null);
  const whats = [
    ...causes.filter((cause) => strips[cause]?.isOver === false).map((it) => admin.alarm[it].what),
    ...incidents.map(({ what }) => what),
    ...(unsent === null ? [] : [admin.alarm.unsent]),
  ];
  const count = Object.keys(strips).length + incidents.length + (unsent === null ? 0 : 1);
  const isOneLine = useNarrow() && count > 1;
  const [isOpen, setOpen] = useState(false);
  const remeasure = useStill(part, count, inbox.rowLock.isFree);

  return (
    <div ref={part}>
      {/* What is closed isn't announced. */}
      <p role="status" className="sr-only">
        {isOneLine && whats.join(' ')}
      </p>
      <details
        open={isOpen || !isOneLine}
        onToggle={({ currentTarget }) => {
          if (isOneLine) setOpen(currentTarget.open);
          remeasure();
        }}
      >
        <summary hidden={!isOneLine} className={css.many} data-over={whats.length === 0}>
          {admin.alarm.many(whats.length)}
          <span className={css.first}>{whats[0]}</span>
        </summary>
        {causes.map((cause) => (
          <AlarmStrip key={cause} cause={cause} />
        ))}
        <div role="status">
          {incidents.map(({ kind, what, since, leads }) => (
            <Line key={kind} what={what} more={admin.alarm.since(exactTime(since))}>
              {leads && (
                <button
                  type="button"
                  className={inboxCss.small}
                  onClick={() => {
                    inbox.filter.choose(leads);
                  }}
                >
                  {admin.alarm.waiting.show}
                </button>
              )}
            </Line>
          ))}
          {unsent !== null && <Line what={admin.alarm.unsent} more={`${unsent}.`} />}
        </div>
      </details>
    </div>
  );
}

const Line = ({ what, more, children }: { what: string; more: string; children?: ReactNode }) => (
  <div className={css.above}>
    <div className={css.alarm}>
      <p>
        <strong>{what}</strong> {more}
      </p>
      {children}
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
                focusList();
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
