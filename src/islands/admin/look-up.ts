import { submissionsPageSchema, type SubmissionItem } from '../../shared/submission.ts';
import { pageLimit } from '../../shared/api.ts';
import type { Ask } from './ask.ts';
import { listPath, noFilter } from './filter.ts';

/** One submission as it stands now. There is no call for one, but its address finds it. */
export async function lookUp(
  { id, email, delivery }: Pick<SubmissionItem, 'id' | 'email' | 'delivery'>,
  ask: Ask,
): Promise<SubmissionItem | undefined> {
  // What is held is found only where it is asked for.
  const held = delivery.state === 'held' ? ('held' as const) : ('' as const);
  try {
    const path = listPath({ ...noFilter, q: email, delivery: held }, { limit: pageLimit.most });
    const response = await ask(path);
    const { submissions } = submissionsPageSchema.parse(await response.json());
    return submissions.find((it) => it.id === id);
  } catch {
    // Only for the timeline; the next look at the list brings it too.
    return undefined;
  }
}
