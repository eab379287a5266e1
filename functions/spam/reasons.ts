import { spamReasons, type SpamReason } from '../../src/shared/spam.ts';
import { rules, type Suspect } from './rules.ts';

/** All that a submission can be told by itself, and what was found out about its text. */
export const reasonsFor = (suspect: Suspect, saidByMany = false): SpamReason[] =>
  spamReasons.filter((it) => (it === 'same_text' ? saidByMany : rules[it](suspect)));
