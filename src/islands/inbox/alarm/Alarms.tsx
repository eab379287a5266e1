import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { admin } from '../../../copy/admin.ts';
import { Button } from '../../staff/Button.tsx';
import { useInbox } from '../inbox-store.ts';
import css from './alarm.module.css';

/**
 * Warns of leads that have waited too long and of faults of the site, in one line that opens all of them.
 * The page's head reserves the place, so that an alarm causes no layout shift.
 */
export function Alarms() {
  const inbox = useInbox();
  const alarms = useStore(inbox.$alarms);
  const all = useId();
  const sentences = alarms.map(({ what }) => what).join(' ');

  return (
    <div className={css.place}>
      {/* Without the waiting time: each change of it would be announced. */}
      <p role="status" className="sr-only">
        {sentences}
      </p>
      {alarms.length > 0 && (
        <>
          <button type="button" className={`small ${css.many}`} popoverTarget={all}>
            {admin.alarm.many(alarms.length)} <span className="quiet">{sentences}</span>
          </button>
          <div id={all} popover="auto" className={css.all}>
            {alarms.map(({ kind, what, more, show }) => (
              <div key={kind} className={`flow small ${css.alarm}`}>
                <p>
                  <strong data-tone="bad">{what}</strong> {more}
                </p>
                {show && (
                  <Button popoverTarget={all} onPress={() => inbox.showFirst(show.filters)}>
                    {show.label}
                  </Button>
                )}
              </div>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
