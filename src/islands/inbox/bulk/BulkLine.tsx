import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { deliveryWords } from '../../../copy/delivery.ts';
import { Button } from '../../staff/Button.tsx';
import { focusList, followFocus } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import css from '../inbox.module.css';

const words = deliveryWords.bulk;

/** The label of the button that ends each step. */
const ends = {
  finding: words.cancel,
  nothing: words.dismiss,
  asking: words.cancel,
  sending: words.stop,
  done: words.dismiss,
};

/** The progress of resending everything that failed. */
export function BulkLine() {
  const { bulk } = useInbox();
  const { state, says, progress } = useStore(bulk.$bulk) ?? {};
  const go = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const isStill = useRef<() => boolean>(undefined);
  // Finding the leads takes a while. Then move the focus to the button that sends them, unless the next
  // key is meant for something else.
  useEffect(() => {
    if (state === 'finding') isStill.current = followFocus();
    if (state === 'asking' && isStill.current?.()) go.current?.focus({ preventScroll: true });
  }, [state]);

  return (
    <div className={`flow small ${css.work}`}>
      {progress && <progress aria-label={words.progressLabel} {...progress} />}
      <span role="status">{says}</span>
      {state === 'asking' && (
        <Button
          className={css.small}
          ref={go}
          onPress={() => {
            stop.current?.focus({ preventScroll: true });
            void bulk.send();
          }}
        >
          {words.go}
        </Button>
      )}
      {state && (
        <Button
          className={css.small}
          ref={stop}
          onPress={() => {
            bulk.stop();
            // While it sends, the button stays until the result can be dismissed.
            if (state !== 'sending') focusList();
          }}
        >
          {ends[state]}
        </Button>
      )}
    </div>
  );
}
