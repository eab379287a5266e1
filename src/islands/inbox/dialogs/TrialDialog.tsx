import { useEffect, useRef, useState } from 'react';
import { trial as words } from '../../../copy/dialogs.ts';
import { Button } from '../../staff/Button.tsx';
import { useInbox } from '../inbox-store.ts';
import { Timeline } from '../panel/Timeline.tsx';
import { Close, Dialog, type DialogProps } from './Dialog.tsx';
import {
  look,
  outcomeOf,
  resend,
  send,
  sendTestAlert,
  stageOf,
  type Outcome,
  type Trial,
} from './trial.ts';
import css from './dialog.module.css';

/** Sends a trial lead to the webhook and shows its delivery. */
export function TrialDialog({ onClose }: DialogProps) {
  const { ask } = useInbox();
  const [trial, setTrial] = useState<Trial>({});
  const { lead, problem } = trial;
  const stage = stageOf(trial);
  const outcome = outcomeOf(trial);
  const [alert, setAlert] = useState<Outcome>();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    button.current?.focus();
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    void look(trial, ask, stop.signal).then((next) => {
      if (!stop.signal.aborted) setTrial(next);
    });
    return () => {
      stop.abort();
    };
  }, [trial, ask]);

  const go = async (): Promise<void> => {
    const isMissed = stage === 'missed' && lead;
    setTrial(isMissed ? { lead, busy: 'resending' } : { busy: 'sending' });
    setTrial(await (isMissed ? resend(lead, ask) : send(ask)));
  };

  const testAlert = async (): Promise<void> => {
    setAlert({ says: words.alertSending });
    setAlert(await sendTestAlert(ask));
  };

  return (
    <Dialog heading={words.heading} onClose={onClose}>
      <h2>{words.heading}</h2>
      <p>{words.intro}</p>
      <div role="status" className={css.result}>
        {outcome && <p data-tone={outcome.tone}>{outcome.says}</p>}
        {problem !== undefined && <p data-tone="bad">{problem}</p>}
        {alert && <p data-tone={alert.tone}>{alert.says}</p>}
      </div>
      {lead && lead.attempts.length > 0 && (
        <div className={css.timeline}>
          <Timeline item={lead} />
        </div>
      )}
      <p className={`flow ${css.works}`}>
        <Close label={words.close} />
        <Button isBusy={alert && !alert.tone} onPress={testAlert}>
          {words.alert}
        </Button>
        {/* One button for every step, so that it keeps the focus. */}
        <Button
          ref={button}
          className={`tool ${css.send}`}
          isBusy={stage === 'sending' || stage === 'under way'}
          onPress={go}
        >
          {words.go[stage]}
        </Button>
      </p>
    </Dialog>
  );
}
