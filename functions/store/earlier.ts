import { disputeSource } from '../../src/shared/fields.ts';
import { earlierKept, type Earlier, type SubmissionItem } from '../../src/shared/submission.ts';

type Known = Pick<SubmissionItem, 'id' | 'created_at' | 'earlier' | 'source'>;

/** The newest lead with the same e-mail address, and the newest with the same phone number. */
export interface Latest {
  byEmail: Known | undefined;
  byPhone: Known | undefined;
}

/** The earlier requests of a person, oldest first. Each lead has a list of its own, so the latest are enough. */
export function earlierOf({ byEmail, byPhone }: Latest): Earlier[] {
  const found = new Map<string, Earlier>();
  for (const [by, latest] of [['email', byEmail] as const, ['phone', byPhone] as const]) {
    if (!latest) continue;
    const { id, created_at: at, earlier = [], source } = latest;
    // A dispute is no request, but it names those from before it.
    const own = source === disputeSource ? [] : [{ id, at, by }];
    for (const it of [...own, ...earlier]) {
      if (it.by !== by && it.by !== 'both') continue;
      found.set(it.id, { id: it.id, at: it.at, by: found.has(it.id) ? 'both' : by });
    }
  }
  const inOrder = [...found.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return inOrder.slice(-earlierKept);
}
