import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliver } from '../../../functions/delivery/deliver.ts';
import { requireTarget } from '../../../functions/delivery/webhook/webhook.ts';
import { aRecord } from '../../support/builders/record.ts';
import { eachEngine } from '../../support/worlds/each-engine.ts';
import { openDeliveryWorld, type DeliveryWorld } from '../../support/worlds/delivery-world.ts';

eachEngine('the body of the webhook', (emulatorHost) => {
  let world: DeliveryWorld;
  beforeEach(async () => {
    world = await openDeliveryWorld(emulatorHost);
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
  });

  test('all tries of a lead send the same fields, whatever the settings are by then', async () => {
    const [first = '', second = ''] = await world.leads(2);
    const worker = (names: string[], site: string) => {
      const deps = world.worker();
      const target = { ...requireTarget(deps.webhook), more: { names, site } };
      return { ...deps, webhook: { state: 'set', target } as const };
    };
    world.receiver.usually({ status: 500 });
    await deliver(first, worker(['id'], 'https://before.example'));
    await deliver(second, world.worker());
    world.receiver.usually({ status: 200 });
    world.advance(5000);
    const later = worker(['id', 'answered_url'], 'https://after.example');
    for (const id of [first, second]) {
      await deliver(id, later);
      const [one, other] = world.receiver.of(id);
      expect(other?.body).toBe(one?.body);
    }
    expect(world.receiver.of(first)[0]?.body).toContain(`"id":"${first}"`);
    expect(world.receiver.of(second)[0]?.body).not.toContain('"id"');
  });

  test('a source that only a newer version of the site knows is passed on as it is', async () => {
    const lead = aRecord({ source: 'landing_quiz', created_at: new Date(0).toISOString() });
    await world.store.create(lead);
    await deliver(lead.id, world.worker());
    expect(JSON.parse(world.receiver.of(lead.id)[0]?.body ?? '')).toMatchObject({
      source: 'landing_quiz',
    });
  });
});
