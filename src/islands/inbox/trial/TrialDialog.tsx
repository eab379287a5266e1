import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { trial as words } from '../../../copy/trial.ts';
import { browserTab } from '../../staff/polling.ts';
import { useInbox } from '../inbox-store.ts';
import type { DialogProps } from '../late.tsx';
import { Timeline } from '../panel/Timeline.tsx';
import { outcomeOf, createTrial, sendTestAlert, stageOf, type Outcome } from './trial.ts';
import css from '../../staff/dialog.module.css';

/** Sends a trial lead to the webhook and shows its delivery. */
export function TrialDialog({ isOpen, onClose }: DialogProps) {
  const { ask } = useInbox();
  const [trial] = useState(() => createTrial({ ask, browser: browserTab }));
  const state = useStore(trial.$trial);
  const dialog = useRef<HTMLDialogElement>(null);
  const go = useRef<HTMLButtonElement>(null);
  const heading = useId();
  const [alert, setAlert] = useState<Outcome>();
  const stage = stageOf(state);
  const outcome = outcomeOf(state);
  const isBusy = stage === 'sending' || stage === 'under way';

  const testAlert = async (): Promise<void> => {
    if (alert && !alert.tone) return;
    setAlert({ says: words.alertSending });
    setAlert(await sendTestAlert(ask));
  };

  useEffect(() => {
    if (!isOpen) return undefined;
    dialog.current?.showModal();
    go.current?.focus();
    trial.open();
    return () => {
      trial.close();
    };
  }, [isOpen, trial]);

  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{words.heading}</h2>
      <p>{words.intro}</p>
      <div role="status" className={css.result}>
        {outcome && <p data-tone={outcome.tone}>{outcome.says}</p>}
        {state.problem !== undefined && <p data-tone="bad">{state.problem}</p>}
        {alert && <p data-tone={alert.tone}>{alert.says}</p>}
      </div>
      {state.lead && state.lead.attempts.length > 0 && (
        <div className={css.timeline}>
          <Timeline item={state.lead} />
        </div>
      )}
      <p className={css.works}>
        <button type="button" className="tool" onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
        <button
          type="button"
          className="tool"
          aria-disabled={alert !== undefined && !alert.tone}
          onClick={() => void testAlert()}
        >
          {words.alert}
        </button>
        {/* One button for every step, so that it keeps the focus. */}
        <button
          ref={go}
          type="button"
          className={`tool ${css.send}`}
          aria-disabled={isBusy}
          onClick={() => void trial.go()}
        >
          {words.go[stage]}
        </button>
      </p>
    </dialog>
  );
}
