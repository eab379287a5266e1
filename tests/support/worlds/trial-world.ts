import { onTestFinished } from 'vitest';
import type { SiteDeps } from '../../../functions/deps.ts';
import { trialDelivery } from '../../../functions/delivery/trial.ts';
import { trialDeliverySchema } from '../../../src/shared/submission.ts';
import type { MakeEngine } from './each-engine.ts';
import { Receiver } from '../servers/receiver.ts';
import { bearer, get, post } from '../builders/requests.ts';
import { webhookAt, worldWith } from './world.ts';

const path = '/api/test-delivery';

/** An admin, a store of this engine, a receiver, and a clock that the test moves. */
export async function testDeliveryWorld(makeEngine: MakeEngine, secrets: string[] = []) {
  const store = (await makeEngine()).open();
  const receiver = await Receiver.open();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const clock = { time: Date.now() };
  for (const uid of ['sams-uid', 'kims-uid']) await store.grantRole(uid, 'admin');
  const world = worldWith(store, {
    webhook: webhookAt(receiver.url, secrets),
    verify: (token) => Promise.resolve({ uid: `${token}s-uid`, email: `${token}@example.com` }),
    now: () => new Date(clock.time),
  });
  const as = bearer('sam');

  return {
    store,
    receiver,
    clock,
    world,
    /** Sends a trial lead, with other deps or as another admin if given, and returns the answer. */
    ask: (different: Partial<SiteDeps> = {}, headers = as) =>
      trialDelivery(post(path, {}, headers), { ...world, ...different }),
    /** Sends a trial lead and returns its id. */
    async send(): Promise<string> {
      const response = await this.ask();
      return trialDeliverySchema.parse(await response.json()).id;
    },
    look: (id: string) => trialDelivery(get(`${path}?id=${id}`, as), world),
    async standing(id: string) {
      return trialDeliverySchema.parse(await (await this.look(id)).json());
    },
  };
}
