import { settingsIn } from '../../functions/env.ts';
import { listState } from '../../functions/privacy/list.ts';
import { personHasher } from '../../functions/privacy/person-hash.ts';
import { listKeyId } from '../../functions/store/kept.ts';
import type { Env } from '../../functions/variables.ts';
import { found } from './firestore.ts';
import type { Access } from './google.ts';
import { CheckFailed, passed } from './report.ts';

/** Under another key, nobody on the do-not-contact list would be found again. */
export async function privacyKey(env: Env, google: Access) {
  const [first, ...others] = await found(google, {
    from: [{ collectionId: 'opt_outs' }],
    orderBy: [{ field: { fieldPath: '__name__' } }],
    limit: 2,
  });
  const isKey = first?.name.endsWith(`/${listKeyId}`) ?? true;
  const list = { isEmpty: isKey && others.length === 0, mark: first?.fields?.mark?.stringValue };
  const key = settingsIn(env).privacyKey;
  const state = await listState(
    { optOutList: () => Promise.resolve(list) },
    key === undefined ? undefined : personHasher(key),
  );
  if (state === 'empty') return passed('the do-not-contact list is empty');
  if (state === 'fits') return passed('fits the do-not-contact list');
  if (state === 'unmarked') return passed('the do-not-contact list doesn’t say which key fits yet');
  throw new CheckFailed(
    'The do-not-contact list was made with another PRIVACY_KEY, so nobody on it is recognized and nothing is sent: set PRIVACY_KEY to the value that it had before, from the copy that you kept.',
  );
}
