import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { admin } from '../../../copy/admin.ts';
import { Button } from '../../staff/Button.tsx';
import type { Alarm } from './alarm-store.ts';
import { useInbox } from '../inbox-store.ts';
import { closeMenu } from '../menu/Menu.tsx';
import { narrow, useMedia } from '../media.ts';
import css from './alarm.module.css';
import inboxCss from '../inbox.module.css';

/**
 * Warns of leads that have waited too long, and of faults of the site. It lies over the page's head, beside
 * the company's name, so that an alarm moves nothing when it comes or goes. One that doesn't fit there
 * is a button, which opens all of them.
 */
export function Alarms() {
  const alarms = useStore(useInbox().alarm.$list);
  const all = useId();
  const isNarrow = useMedia(narrow);
  const whats = alarms.map(({ what }) => what).join(' ');
  const [first] = alarms;

  return (
    <div className={css.place}>
      {/* Without the wait, because each change of it would be announced. */}
      <p role="status" className="sr-only">
        {whats}
      </p>
      {first && alarms.length === 1 && !isNarrow && <Line alarm={first} />}
      {(alarms.length > 1 || (first && isNarrow)) && (
        <>
          <button type="button" className={css.many} popoverTarget={all}>
            {admin.alarm.many(alarms.length)} <span>{whats}</span>
          </button>
          <div id={all} popover="auto" className={css.all}>
            {alarms.map((alarm) => (
              <Line key={alarm.kind} alarm={alarm} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function Line({ alarm: { what, more, show, hide } }: { alarm: Alarm }) {
  const inbox = useInbox();
  return (
    <div className={css.alarm}>
      <p>
        <strong>{what}</strong> {more}
      </p>
      <span>
        {show && (
          <Button
            className={inboxCss.small}
            onPress={(event) => {
              closeMenu(event);
              void inbox.showFirst(show.filters);
            }}
          >
            {show.label}
          </Button>
        )}
        {hide && (
          <Button className={inboxCss.small} onPress={hide}>
            {admin.alarm.hide}
          </Button>
        )}
      </span>
    </div>
  );
}
