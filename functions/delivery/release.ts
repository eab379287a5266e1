import { actorOf, appendAction } from '../audit/append.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { Refusal } from '../http/refusal.ts';
import { readJson, readSubmissionId } from '../http/request.ts';
import { deliver } from './deliver.ts';
import { release } from './release-record.ts';
import { firstDelivery } from './webhook/webhook.ts';

/** An admin says that it is no spam: from now on it is a submission like any other. */
export const releaseSubmission = forAdmins(['POST'], async (request, deps, admin) => {
  const id = readSubmissionId(await readJson(request));
  const store = await deps.store();
  if ((await store.get(id))?.delivery.state === 'held') {
    await appendAction({ action: 'released', submission: id }, actorOf(admin), deps);
  }
  const now = deps.now().toISOString();
  const released = await store.change(id, (it) =>
    release(it, firstDelivery(now, deps.webhook), now),
  );
  if (!released) {
    throw (await store.get(id))
      ? new Refusal(409, 'It is not held.')
      : new Refusal(404, 'There is no such submission.');
  }
  const { delivery } = released;
  deps.log({ event: 'release', id, delivery: delivery.state });
  deps.waitUntil(deliver(id, deps));
  return json(200, { delivery });
});
