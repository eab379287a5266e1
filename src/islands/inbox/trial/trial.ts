import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { deliveryWords } from '../../../copy/delivery.ts';
import { trial as words } from '../../../copy/trial.ts';
import { api } from '../../../shared/api.ts';
import {
  isSuccess,
  trialDeliverySchema,
  type Attempt,
  type TrialDelivery,
} from '../../../shared/submission.ts';
import { AskError, sentenceIn, type Ask } from '../../staff/ask.ts';
import { watch, type PollDeps } from '../../staff/polling.ts';
import { resendOnce } from '../actions/resending.ts';

interface Trial {
  busy: 'sending' | 'resending' | undefined;
  /** As the server last reported it. */
  lead: TrialDelivery | undefined;
  problem: string | undefined;
}

export type Stage = 'rest' | 'sending' | 'under way' | 'missed' | 'arrived';

export function stageOf({ busy, lead }: Trial): Stage {
  if (busy === 'sending') return 'sending';
  if (!lead) return 'rest';
  if (lead.delivery.state === 'delivered') return 'arrived';
  return busy === 'resending' || lead.attempts.length === 0 ? 'under way' : 'missed';
}

interface TrialDeps {
  ask: Ask;
  browser: PollDeps;
}

const atRest: Trial = { busy: undefined, lead: undefined, problem: undefined };

/** Sends a trial lead and watches its delivery while the dialog is open. */
export function createTrial({ ask, browser }: TrialDeps) {
  const $trial = atom<Trial>(atRest);
  let isOpen = false;
  let stopWatching = (): void => undefined;

  const check = async (signal: AbortSignal): Promise<boolean> => {
    const { lead } = $trial.get();
    if (!lead) return false;
    try {
      const response = await ask(`${api.testDelivery}?id=${encodeURIComponent(lead.id)}`, {
        signal,
      });
      const latest = trialDeliverySchema.parse(await response.json());
      // A resend has started since, so this answer is out of date.
      if (signal.aborted) return false;
      $trial.set({ ...atRest, lead: latest });
      return latest.delivery.state === 'pending';
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof AskError && error.why === 'refused') {
        $trial.set({ ...atRest, problem: words.gone });
        return false;
      }
      $trial.set({ ...atRest, lead, problem: words.notAsked });
      return true;
    }
  };

  const startWatching = (): void => {
    stopWatching();
    const { busy, lead } = $trial.get();
    // A call that this page makes reports its own result.
    if (isOpen && !busy && lead?.delivery.state === 'pending') stopWatching = watch(check, browser);
  };

  const send = async (): Promise<void> => {
    $trial.set({ ...atRest, busy: 'sending' });
    try {
      const response = await ask(api.testDelivery, { json: {} });
      $trial.set({ ...atRest, lead: trialDeliverySchema.parse(await response.json()) });
    } catch (error) {
      $trial.set({ ...atRest, problem: sentenceIn(error) ?? words.notSent });
    }
    startWatching();
  };

  const resend = async (lead: TrialDelivery): Promise<void> => {
    stopWatching();
    $trial.set({ ...atRest, lead, busy: 'resending' });
    const { problem, change } = await resendOnce(lead.id, ask);
    // If there was an attempt, its result says enough.
    const untried = change.attempts ? undefined : problem;
    $trial.set({ ...atRest, lead: { ...lead, ...change }, problem: untried });
    startWatching();
  };

  return {
    $trial,

    /** A trial lead that hasn't arrived is still there when the dialog opens again. */
    open(): void {
      isOpen = true;
      if (stageOf($trial.get()) === 'arrived') $trial.set(atRest);
      startWatching();
    },

    close(): void {
      isOpen = false;
      stopWatching();
    },

    /** The one button: sends a trial lead, or resends it. */
    async go(): Promise<void> {
      const trial = $trial.get();
      const stage = stageOf(trial);
      if (stage === 'rest' || stage === 'arrived') await send();
      else if (stage === 'missed' && trial.lead) await resend(trial.lead);
    },
  };
}

/** Sends an alert that says that it is a test to each address in ALERT_URL. */
export async function sendTestAlert(ask: Ask): Promise<Outcome> {
  try {
    const response = await ask(api.alerts, { json: {} });
    const { sent } = z.object({ sent: z.number() }).parse(await response.json());
    return { says: words.alertSent(sent), tone: 'good' };
  } catch (error) {
    return { says: sentenceIn(error) ?? words.alertNotSent, tone: 'bad' };
  }
}

export interface Outcome {
  says: string;
  tone?: 'good' | 'bad';
}

/** The progress as a sentence. */
export function outcomeOf(trial: Trial): Outcome | undefined {
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
