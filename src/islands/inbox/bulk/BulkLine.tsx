import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { deliveryWords } from '../../../copy/delivery.ts';
import { focusList, followFocus } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import type { Bulk } from './bulk.ts';
import css from '../inbox.module.css';

const words = deliveryWords.bulk;

/** The progress of resending everything that failed. */
export function BulkLine() {
  const inbox = useInbox();
  const bulk = useStore(inbox.bulk.$bulk);
  const go = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const isStill = useRef<() => boolean>(undefined);
  // Finding the leads takes a while. Then move the focus to the button that sends them, unless the next
  // key is meant for something else.
  useEffect(() => {
    if (bulk.state === 'finding') isStill.current = followFocus();
    if (bulk.state === 'asking' && isStill.current?.()) go.current?.focus({ preventScroll: true });
  }, [bulk.state]);

  return (
    <div className={css.bulk}>
      {bulk.state === 'sending' && (
        <progress
          aria-label={words.progressLabel}
          max={bulk.total}
          value={bulk.sent + bulk.failed}
        />
      )}
      <span role="status">{sentenceOf(bulk)}</span>
      {bulk.state === 'asking' && (
        <button
          type="button"
          className={css.small}
          ref={go}
          onClick={() => {
            stop.current?.focus({ preventScroll: true });
            void inbox.bulk.send();
          }}
        >
          {words.go}
        </button>
      )}
      {bulk.state !== 'none' && (
        <button
          type="button"
          className={css.small}
          ref={stop}
          onClick={() => {
            inbox.bulk.stop();
            // While it sends, the button stays until the result can be dismissed.
            if (bulk.state !== 'sending') focusList();
          }}
        >
          {labelOf(bulk)}
        </button>
      )}
    </div>
  );
}

function sentenceOf(bulk: Bulk): string {
  switch (bulk.state) {
    case 'none':
      return '';
    case 'finding':
      return words.finding(bulk.found);
    case 'asking':
      return words.ask(bulk.ids.length);
    case 'sending':
      return words.progress(bulk.sent + bulk.failed, bulk.total);
    case 'done':
      return resultOf(bulk);
    case 'nothing':
      return bulk.inView ? words.noneInView : words.none;
    case 'find failed':
      return words.findFailed;
  }
}

function resultOf({ sent, failed, left, why }: Extract<Bulk, { state: 'done' }>): string {
  const result = words.result(sent, failed);
  const counts = left > 0 ? `${result}, ${words.left(left)}` : result;
  return why === undefined ? counts : `${counts}. ${why}`;
}

function labelOf({ state }: Bulk): string {
  if (state === 'sending') return words.stop;
  return state === 'finding' || state === 'asking' ? words.cancel : words.dismiss;
}
