import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { admin } from '../../../copy/admin.ts';
import { trial as words } from '../../../copy/trial.ts';
import { api } from '../../../shared/api.ts';
import {
  isSuccess,
  trialDeliverySchema,
  type Attempt,
  type TrialDelivery,
} from '../../../shared/submission.ts';
import { AskError, type Ask } from '../../staff/ask.ts';
import { watch, type PollDeps } from '../../staff/polling.ts';
import { resendOnce } from '../resend/resend.ts';

export interface Trial {
  busy: 'sending' | 'resending' | undefined;
  /** As the server told of it last. */
  test: TrialDelivery | undefined;
  problem: string | undefined;
}

export type Stage = 'rest' | 'sending' | 'under way' | 'missed' | 'arrived';

export function stageOf({ busy, test }: Trial): Stage {
  if (busy === 'sending') return 'sending';
  if (!test) return 'rest';
  if (test.delivery.state === 'delivered') return 'arrived';
  return busy === 'resending' || test.attempts.length === 0 ? 'under way' : 'missed';
}

interface TrialDeps {
  ask: Ask;
  browser: PollDeps;
}

const atRest: Trial = { busy: undefined, test: undefined, problem: undefined };
const refusalSchema = z.object({ error: z.string() });

/** Sends a test of the webhook and watches what becomes of it, as long as somebody looks. */
export function createTrial({ ask, browser }: TrialDeps) {
  const $testing = atom<Trial>(atRest);
  let isOpen = false;
  let stopWatching = (): void => undefined;

  const look = async (signal: AbortSignal): Promise<boolean> => {
    const { test } = $testing.get();
    if (!test) return false;
    try {
      const response = await ask(`${api.testDelivery}?id=${encodeURIComponent(test.id)}`, {
        signal,
      });
      const told = trialDeliverySchema.parse(await response.json());
      // An answer that was overtaken is not the latest word.
      if (signal.aborted) return false;
      $testing.set({ ...atRest, test: told });
      return told.delivery.state === 'pending';
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof AskError && error.why === 'refused') {
        $testing.set({ ...atRest, problem: words.gone });
        return false;
      }
      $testing.set({ ...atRest, test, problem: words.notAsked });
      return true;
    }
  };

  const startWatching = (): void => {
    stopWatching();
    const { busy, test } = $testing.get();
    // What is under way from here tells by itself what came of it.
    if (isOpen && !busy && test?.delivery.state === 'pending') stopWatching = watch(look, browser);
  };

  const send = async (): Promise<void> => {
    $testing.set({ ...atRest, busy: 'sending' });
    try {
      const response = await ask(api.testDelivery, { json: {} });
      $testing.set({ ...atRest, test: trialDeliverySchema.parse(await response.json()) });
    } catch (error) {
      const told = refusalSchema.safeParse(error instanceof AskError ? error.body : undefined);
      $testing.set({ ...atRest, problem: told.data?.error ?? words.notSent });
    }
    startWatching();
  };

  const resend = async (test: TrialDelivery): Promise<void> => {
    stopWatching();
    $testing.set({ ...atRest, test, busy: 'resending' });
    const { problem, change } = await resendOnce(test.id, ask);
    // Where it was tried, the attempt itself says what came of it.
    const untried = change.attempts ? undefined : problem;
    $testing.set({ ...atRest, test: { ...test, ...change }, problem: untried });
    startWatching();
  };

  return {
    $testing,

    /** One that hasn't arrived is still there when somebody looks again. */
    open(): void {
      isOpen = true;
      if (stageOf($testing.get()) === 'arrived') $testing.set(atRest);
      startWatching();
    },

    close(): void {
      isOpen = false;
      stopWatching();
    },

    /** What the button says: sends one, or tries it again. */
    async go(): Promise<void> {
      const testing = $testing.get();
      const stage = stageOf(testing);
      if (stage === 'rest' || stage === 'arrived') await send();
      else if (stage === 'missed' && testing.test) await resend(testing.test);
    },
  };
}

interface Outcome {
  says: string;
  tone?: 'good' | 'bad';
}

/** How far the test is, in a sentence; none before there is one. */
export function outcomeOf(testing: Trial): Outcome | undefined {
  const attempts = testing.test?.attempts ?? [];
  switch (stageOf(testing)) {
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
    : words.arrived(attempt.status, admin.timeline.took(attempt.ms));

const whyNot = (attempt: Attempt | undefined): string =>
  attempt?.status === undefined
    ? words.unanswered(attempt?.error ?? admin.timeline.noAnswer)
    : words.answered(attempt.status);
