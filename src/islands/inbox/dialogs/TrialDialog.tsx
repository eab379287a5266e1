import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { deliveryWords } from '../../../copy/delivery.ts';
import { trial as words } from '../../../copy/dialogs.ts';
import { api } from '../../../shared/api.ts';
import {
  isSuccess,
  trialDeliverySchema,
  type Attempt,
  type TrialDelivery,
} from '../../../shared/submission.ts';
import { AskError, browserWait, sentenceIn, type Ask } from '../../staff/ask.ts';
import { Button } from '../../staff/Button.tsx';
import { resendOnce } from '../actions/save.ts';
import { useInbox } from '../inbox-store.ts';
import { Timeline } from '../panel/Timeline.tsx';
import { Close, Dialog, type DialogProps } from './Dialog.tsx';
import css from './dialog.module.css';

export function TrialDialog({ onClose }: DialogProps) {
  const { ask } = useInbox();
  const [trial, setTrial] = useState<Trial>({});
  const { lead, problem } = trial;
  const stage = stageOf(trial);
  const progress = progressOf(trial);
  const [alert, setAlert] = useState<Progress>();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    button.current?.focus();
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    void look(trial, ask, stop.signal).then((next) => {
      if (!stop.signal.aborted) setTrial(next);
    });
    return () => stop.abort();
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
        {progress && <p data-tone={progress.tone}>{progress.says}</p>}
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

interface Trial {
  busy?: 'sending' | 'resending';
  /** As the server last reported it. */
  lead?: TrialDelivery;
  problem?: string | undefined;
  /** How often the server was asked since the lead was last sent. */
  looks?: number;
}

function stageOf({ busy, lead }: Trial): keyof typeof words.go {
  if (busy === 'sending') return 'sending';
  if (!lead) return 'rest';
  if (lead.delivery.state === 'delivered') return 'arrived';
  return busy === 'resending' || lead.attempts.length === 0 ? 'under way' : 'missed';
}

async function send(ask: Ask): Promise<Trial> {
  try {
    const response = await ask(api.testDelivery, { json: {} });
    return { lead: trialDeliverySchema.parse(await response.json()) };
  } catch (error) {
    return { problem: sentenceIn(error) ?? words.notSent };
  }
}

async function resend(lead: TrialDelivery, ask: Ask): Promise<Trial> {
  const { problem, change } = await resendOnce(lead.id, ask);
  // If there was an attempt, its result says enough.
  const untried = change.attempts ? undefined : problem;
  return { lead: { ...lead, ...change }, problem: untried };
}

/** Most deliveries arrive within a second, but some take hours. */
const pauseAfter = (looks: number): number => Math.min(1000 * 1.1 ** looks, 15_000);

/** Asks for a lead that is to be delivered, after a pause. */
async function look(trial: Trial, ask: Ask, signal: AbortSignal): Promise<Trial> {
  const { busy, lead, looks = 0 } = trial;
  // A lead that this page is sending reports its own result.
  if (busy || lead?.delivery.state !== 'pending') return trial;
  try {
    await browserWait(pauseAfter(looks), signal);
    const path = `${api.testDelivery}?id=${encodeURIComponent(lead.id)}`;
    const latest = trialDeliverySchema.parse(await (await ask(path, { signal })).json());
    return { lead: latest, looks: looks + 1 };
  } catch (error) {
    const isGone = error instanceof AskError && error.why === 'refused';
    return isGone ? { problem: words.gone } : { lead, problem: words.notAsked, looks: looks + 1 };
  }
}

interface Progress {
  says: string;
  tone?: 'good' | 'bad';
}

/** Sends an alert that says that it is a test to each address in ALERT_URL. */
export async function sendTestAlert(ask: Ask): Promise<Progress> {
  try {
    const response = await ask(api.alerts, { json: {} });
    const { sent } = z.object({ sent: z.number() }).parse(await response.json());
    return { says: words.alertSent(sent), tone: 'good' };
  } catch (error) {
    return { says: sentenceIn(error) ?? words.alertNotSent, tone: 'bad' };
  }
}

/** The progress as a sentence. */
function progressOf(trial: Trial): Progress | undefined {
  const attempts = trial.lead?.attempts ?? [];
  switch (stageOf(trial)) {
    case 'rest':
      return undefined;
    case 'sending':
      return { says: words.sending };
    case 'under way':
      return { says: words.underWay };
    case 'missed':
      return { says: whyNot(attempts.at(-1)), tone: 'bad' };
    case 'arrived':
      return { says: arrival(attempts.findLast(isSuccess)), tone: 'good' };
  }
}

const arrival = (attempt: Attempt | undefined): string =>
  attempt?.status === undefined
    ? words.arrivedUnseen
    : words.arrived(attempt.status, deliveryWords.timeline.took(attempt.ms));

const whyNot = (attempt: Attempt | undefined): string =>
  attempt?.status === undefined
    ? words.unanswered(attempt?.error ?? deliveryWords.timeline.noAnswer)
    : words.answered(attempt.status);
