import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { Button } from '../../staff/Button.tsx';
import { addressOf, dueOnly, heldOnly, waitingOnly, type Filter } from '../filters/filter.ts';
import { FilterLink } from '../filters/FilterLink.tsx';
import { focusList, followFocus } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import css from '../inbox.module.css';

const words = admin.list;
const bulkWords = deliveryWords.bulk;

export function useNews(): string {
  const { length } = useStore(useInbox().list.$fresh);
  return length > 0 ? words.fresh(length) : '';
}

/** Keeps its height, and new messages are added at the end, so that it causes no layout shift. */
export function StatusLine() {
  const inbox = useInbox();
  const status = useStore(inbox.list.$status);
  const offline = useStore(inbox.list.$offline);
  const counts = useStore(inbox.leads.$counts);
  const { length } = useStore(inbox.list.$rows);
  const exported = useStore(inbox.csv.$rows);
  const hasFailed = status.endsWith('failed');
  const news = useNews();

  return (
    <div className={`flow ${css.line}`}>
      <h2 id="submissions" tabIndex={-1}>
        {words.heading}
      </h2>
      <p role="status" className="small quiet">
        {!status.startsWith('first') && words.shown(length)}
      </p>
      <Count count={counts?.waiting} filter={waitingOnly} label={words.waiting} />
      <Count count={counts?.held} filter={heldOnly} label={words.held} />
      {/* Last, so that a call that becomes due causes no layout shift. */}
      <Count count={counts?.due || undefined} filter={dueOnly} label={words.due} />
      <p role="status" className={css.news}>
        {news !== '' && (
          <Button className={`tool ${css.fresh}`} onPress={inbox.showFresh}>
            <b>{news}</b>
            <span>{words.freshShow}</span>
          </Button>
        )}
        {offline && !hasFailed && <b>{words.offline}</b>}
      </p>
      {hasFailed && length > 0 && (
        <p className={`flow small ${css.failed}`}>
          <strong>{words.failed}.</strong> <span>{words.failedHint}</span>
          <Button onPress={inbox.list.retry}>{words.retry}</Button>
        </p>
      )}
      {exported !== undefined && (
        <div className={`flow small ${css.work}`}>
          <span role="status">{admin.csv.running(exported)}</span>
          <Button onPress={inbox.csv.cancel}>{admin.csv.cancel}</Button>
        </div>
      )}
      <BulkLine />
    </div>
  );
}

interface CountProps {
  count: number | undefined;
  filter: Filter;
  label: (count: number) => string;
}

/** Always shown: other views leave held leads out, and leads in any view may wait. */
function Count({ count, filter, label }: CountProps) {
  const isHere = addressOf(useStore(useInbox().filter.$filter)) === addressOf(filter);
  if (count === undefined) return null;
  return (
    <p className="small quiet">
      {count === 0 ? (
        label(0)
      ) : (
        <FilterLink to={filter} aria-current={isHere ? 'page' : undefined}>
          {label(count)}
        </FilterLink>
      )}
    </p>
  );
}

const ends = {
  finding: bulkWords.cancel,
  nothing: bulkWords.dismiss,
  asking: bulkWords.cancel,
  sending: bulkWords.stop,
  done: bulkWords.dismiss,
};

function BulkLine() {
  const { bulk } = useInbox();
  const { state, says, progress } = useStore(bulk.$bulk) ?? {};
  const go = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const isStill = useRef<() => boolean>(undefined);
  // Finding takes a while. Then focus the send button, unless the focus has moved.
  useEffect(() => {
    if (state === 'finding') isStill.current = followFocus();
    if (state === 'asking' && isStill.current?.()) go.current?.focus({ preventScroll: true });
  }, [state]);

  return (
    <div className={`flow small ${css.work}`}>
      {progress && <progress aria-label={bulkWords.progressLabel} {...progress} />}
      <span role="status">{says}</span>
      {state === 'asking' && (
        <Button
          ref={go}
          onPress={() => {
            stop.current?.focus({ preventScroll: true });
            void bulk.send();
          }}
        >
          {bulkWords.go}
        </Button>
      )}
      {state && (
        <Button
          ref={stop}
          onPress={() => {
            bulk.stop();
            // While sending, the button stays until the result can be dismissed.
            if (state !== 'sending') focusList();
          }}
        >
          {ends[state]}
        </Button>
      )}
    </div>
  );
}
