import { atom } from 'nanostores';
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
import { resendOnce } from '../actions/resending.ts';

interface Trial {
  busy?: 'sending' | 'resending';
  /** As the server last reported it. */
  lead?: TrialDelivery;
  problem?: string | undefined;
  /** How often the server was asked since the lead was last sent. */
  looks?: number;
}

/** A trial lead that hasn't arrived is still there when the dialog opens again. */
export const $trial = atom<Trial>({});

export type Stage = keyof typeof words.go;

export function stageOf({ busy, lead }: Trial): Stage {
  if (busy === 'sending') return 'sending';
  if (!lead) return 'rest';
  if (lead.delivery.state === 'delivered') return 'arrived';
  return busy === 'resending' || lead.attempts.length === 0 ? 'under way' : 'missed';
}

/** The one button: sends a trial lead, or resends it. */
export async function go(ask: Ask): Promise<void> {
  const { lead } = $trial.get();
  const stage = stageOf($trial.get());
  if (stage === 'missed' && lead) {
    $trial.set({ lead, busy: 'resending' });
    const { problem, change } = await resendOnce(lead.id, ask);
    // If there was an attempt, its result says enough.
    const untried = change.attempts ? undefined : problem;
    $trial.set({ lead: { ...lead, ...change }, problem: untried });
  } else if (stage === 'rest' || stage === 'arrived') {
    $trial.set({ busy: 'sending' });
    try {
      const response = await ask(api.testDelivery, { json: {} });
      $trial.set({ lead: trialDeliverySchema.parse(await response.json()) });
    } catch (error) {
      $trial.set({ problem: sentenceIn(error) ?? words.notSent });
    }
  }
}

/** Most deliveries arrive within a second, but some take hours. */
const pauseAfter = (looks: number): number => Math.min(1000 * 1.1 ** looks, 15_000);

/** Asks for a lead that is to be delivered, after a pause. What the page itself sends reports its own result. */
async function look({ busy, lead, looks = 0 }: Trial, ask: Ask, signal: AbortSignal) {
  if (busy || lead?.delivery.state !== 'pending') return;
  try {
    await browserWait(pauseAfter(looks), signal);
    const path = `${api.testDelivery}?id=${encodeURIComponent(lead.id)}`;
    const latest = trialDeliverySchema.parse(await (await ask(path, { signal })).json());
    if (!signal.aborted) $trial.set({ lead: latest, looks: looks + 1 });
  } catch (error) {
    if (signal.aborted) return;
    const isGone = error instanceof AskError && error.why === 'refused';
    $trial.set(
      isGone ? { problem: words.gone } : { lead, problem: words.notAsked, looks: looks + 1 },
    );
  }
}

/** Watches the delivery until the returned function is called. */
export function watch(ask: Ask): () => void {
  let stop = new AbortController();
  const unsubscribe = $trial.subscribe((trial) => {
    stop.abort();
    stop = new AbortController();
    void look(trial, ask, stop.signal);
  });
  return () => {
    unsubscribe();
    stop.abort();
  };
}

export interface Outcome {
  says: string;
  tone?: 'good' | 'bad';
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
