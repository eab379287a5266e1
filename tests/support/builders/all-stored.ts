import { pageLimit } from '../../../src/shared/api.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Place } from '../../../functions/store/paging.ts';
import type { Store } from '../../../functions/store/port.ts';

/** Everything in the default list, read page by page. */
export async function allStored(store: Store): Promise<SubmissionRecord[]> {
  const all: SubmissionRecord[] = [];
  let after: Place | undefined;
  do {
    const page = await store.page({ filter: {}, limit: pageLimit.most, after });
    all.push(...page.records);
    after = page.next;
  } while (after);
  return all;
}
