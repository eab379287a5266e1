import { onTestFinished } from 'vitest';
import type { World } from '../../functions/deps.ts';
import { testDelivery } from '../../functions/test-delivery.ts';
import { testDeliverySchema } from '../../src/shared/submission.ts';
import type { MakeEngine } from './each-engine.ts';
import { Receiver } from './receiver.ts';
import { bearer, get, post } from './requests.ts';
import { webhookAt, worldWith } from './store-world.ts';

const path = '/api/test-delivery';

/** An admin, a store of that engine, a receiver, and a clock that the test turns. */
export async function testDeliveryWorld(makeEngine: MakeEngine, secrets: string[] = []) {
  const store = (await makeEngine()).open();
  const receiver = await Receiver.open();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const clock = { time: Date.now() };
  await store.grantRole('sams-uid', 'admin');
  const world = worldWith(store, {
    webhook: webhookAt(receiver.url, secrets),
    verify: (token) =>
      Promise.resolve(token === 'sam' ? { uid: 'sams-uid', email: 'sam@example.com' } : undefined),
    now: () => new Date(clock.time),
  });
  const as = bearer('sam');

  return {
    store,
    receiver,
    clock,
    world,
    /** Sends one, in a world that may be another, and gives the whole answer. */
    ask: (different: Partial<World> = {}) =>
      testDelivery(post(path, {}, as), { ...world, ...different }),
    /** Sends one that is taken, and gives its id. */
    async send(): Promise<string> {
      const response = await this.ask();
      return testDeliverySchema.parse(await response.json()).id;
    },
    look: (id: string) => testDelivery(get(`${path}?id=${id}`, as), world),
    async standing(id: string) {
      return testDeliverySchema.parse(await (await this.look(id)).json());
    },
  };
}
