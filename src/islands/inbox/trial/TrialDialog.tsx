import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { trial as words } from '../../../copy/trial.ts';
import type { Ask } from '../../staff/ask.ts';
import { browserTab } from '../../staff/polling.ts';
import { outcomeOf, createTrial, stageOf } from './trial.ts';
import { Timeline } from '../panel/Timeline.tsx';
import css from '../../staff/dialog.module.css';

export interface TestDialogProps {
  ask: Ask;
  isOpen: boolean;
  onClose: () => void;
}

/** Sends a test to the webhook, and shows what becomes of it. */
export function TrialDialog({ ask, isOpen, onClose }: TestDialogProps) {
  const [testing] = useState(() => createTrial({ ask, browser: browserTab }));
  const state = useStore(testing.$testing);
  const dialog = useRef<HTMLDialogElement>(null);
  const go = useRef<HTMLButtonElement>(null);
  const heading = useId();
  const stage = stageOf(state);
  const outcome = outcomeOf(state);
  const isBusy = stage === 'sending' || stage === 'under way';

  useEffect(() => {
    if (!isOpen) return undefined;
    dialog.current?.showModal();
    go.current?.focus();
    testing.open();
    return () => {
      testing.close();
    };
  }, [isOpen, testing]);

  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{words.heading}</h2>
      <p>{words.intro}</p>
      <div role="status" className={css.told}>
        {outcome && <p data-tone={outcome.tone}>{outcome.says}</p>}
        {state.problem !== undefined && <p data-tone="bad">{state.problem}</p>}
      </div>
      {state.test && state.test.attempts.length > 0 && (
        <div className={css.timeline}>
          <Timeline item={state.test} />
        </div>
      )}
      <p className={css.works}>
        <button type="button" className="tool" onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
        {/* One button whatever it does: the focus stays on it. */}
        <button
          ref={go}
          type="button"
          className={`tool ${css.send}`}
          aria-disabled={isBusy}
          onClick={() => void testing.go()}
        >
          {words.go[stage]}
        </button>
      </p>
    </dialog>
  );
}
