import { admin } from '../../../copy/admin.ts';
import { trial as words } from '../../../copy/trial.ts';
import { isSuccess, type Attempt } from '../../../shared/submission.ts';
import { stageOf, type Trial } from './trial.ts';

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
