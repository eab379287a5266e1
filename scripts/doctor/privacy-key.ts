import { settingsIn } from '../../functions/env.ts';
import { fits } from '../../functions/privacy/list.ts';
import { personHasher } from '../../functions/privacy/person-hash.ts';
import { listKeyId } from '../../functions/store/kept.ts';
import type { Env } from '../../functions/variables.ts';
import { found } from './firestore.ts';
import type { Access } from './google.ts';
import { CheckFailed, passed } from './report.ts';

/** Under another key, nobody on the do-not-contact list would be found again. */
export async function privacyKey(env: Env, google: Access) {
  const [first, second] = await found(google, {
    from: [{ collectionId: 'opt_outs' }],
    orderBy: [{ field: { fieldPath: '__name__' } }],
    limit: 2,
  });
  const isKey = first?.name.endsWith(`/${listKeyId}`);
  if (!(isKey ? second : first)) return passed('the do-not-contact list is empty');
  const { privacyKey: key } = settingsIn(env);
  if (fits(first?.fields?.mark?.stringValue, key === undefined ? key : personHasher(key))) {
    return passed('fits the do-not-contact list');
  }
  throw new CheckFailed(
    'The do-not-contact list was made with another PRIVACY_KEY, so nobody on it is recognized and nothing is sent: set PRIVACY_KEY to the value that it had before, from the copy that you kept.',
  );
}
