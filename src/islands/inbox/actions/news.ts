import { admin } from '../../../copy/admin.ts';
import { followUp as words } from '../../../copy/follow-up-words.ts';
import { dayAt } from '../../../shared/company-time.ts';
import { outcomeNames, outcomeOf, type Outcome } from '../../../shared/follow-up-schema.ts';
import { canonical } from '../../../shared/json.ts';
import { shortTime } from '../../staff/format.ts';
import type { Lead } from '../leads.ts';

export const saysOutcome = (outcome: Outcome | null): string =>
  words.outcome.saved(
    outcomeNames[outcomeOf(outcome)],
    outcome?.state === 'won' ? outcome.amount : undefined,
  );

/** How a lead differs from what a change left. Undefined if it doesn't. */
export function newsOf(changed: Partial<Lead>, lead: Lead, now: number): string | undefined {
  const when = (at: string): string => shortTime(at, dayAt(now));
  const differs = (name: keyof Lead): boolean =>
    name in changed && canonical(lead[name] ?? null) !== canonical(changed[name] ?? null);
  const { answered, outcome = null, call_back, archived } = lead;
  if (differs('outcome')) {
    const stamp = outcome && words.outcome.by(outcome.by, when(outcome.at));
    return [saysOutcome(outcome), ...(stamp ? [stamp] : [])].join('. ');
  }
  if (differs('answered'))
    return answered ? admin.answer.by(answered.by, when(answered.at)) : admin.answer.takenBack;
  if (differs('call_back'))
    return call_back ? words.call.at(when(call_back.at)) : words.call.dropped;
  if (differs('archived')) return archived ? admin.archive.archived : admin.archive.restored;
  return undefined;
}
