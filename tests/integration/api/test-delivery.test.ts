import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { newSecret } from '../../../scripts/local/environment.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { bearer } from '../../support/builders/requests.ts';
import { testDeliveryWorld } from '../../support/worlds/staff-world.ts';
import { MailServer } from '../../support/servers/mail-server.ts';
import { sales } from '../../support/worlds/delivery-world.ts';
import { mailBy } from '../../support/worlds/world.ts';
import { storeItems } from '../../../scripts/transfer/export.ts';

onEachEngine((makeEngine) => {
  test('a test arrives signed like a lead, and its response reports the result', async () => {
    const secret = newSecret();
    const { ask, receiver, world } = await testDeliveryWorld(makeEngine, [secret]);
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 200, ms: expect.any(Number) as number });
    const [arrival] = receiver.arrivals;
    const headers = arrival?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(arrival?.body ?? '', headers)).toMatchObject({
      test: true,
      name: 'TEST, not a lead',
      company: 'TEST, not a company',
      email: expect.stringMatching(/@example\.com$/) as string,
      message: expect.stringContaining('This is a test') as string,
      consent_marketing: false,
    });
    const id = headers['webhook-id'];
    expect(world.logged).toContainEqual({
      event: 'test',
      id,
      status: 200,
      ms: expect.any(Number) as number,
    });
    expect(world.logged.map(({ event }) => event)).not.toContain('submission');
  });

  test('a test that does not arrive says why, and is tried once', async () => {
    const { ask, receiver } = await testDeliveryWorld(makeEngine);
    receiver.usually({ status: 500, body: 'no room for leads' });
    const ms = expect.any(Number) as number;
    expect(await (await ask()).json()).toEqual({ status: 500, ms, error: 'no room for leads' });
    await receiver.down();
    const error = 'The connection was refused';
    expect(await (await ask()).json()).toEqual({ status: null, ms, error });
    expect(receiver.arrivals).toHaveLength(1);
  });

  test('a test stores only its entry in the audit log', async () => {
    const { ask, store, world, receiver } = await testDeliveryWorld(makeEngine);
    const before = (await Array.fromAsync(storeItems(store))).flat();
    await ask();
    receiver.usually({ status: 500 });
    await ask();
    await world.settled();
    const after = (await Array.fromAsync(storeItems(store))).flat();
    const added = after.filter((item) => !before.some((old) => isDeepStrictEqual(old, item)));
    expect(added).toMatchObject([
      { kind: 'action', entry: { by: { name: 'sam@example.com' }, event: { action: 'tested' } } },
      { kind: 'action', entry: { by: { name: 'sam@example.com' }, event: { action: 'tested' } } },
    ]);
    expect(await store.idsBefore('9999', 9)).toEqual([]);
  });

  test('a test goes by mail if leads go by mail, says so, and has no link into the inbox', async () => {
    await using server = await MailServer.open();
    const { ask } = await testDeliveryWorld(makeEngine);
    const webhook = mailBy(server.url, sales);
    expect(await (await ask({ webhook })).json()).toMatchObject({ status: 250 });
    const { subject, html, text } = await server.parsed();
    expect(subject).toBe('Other: TEST, not a lead');
    expect(html).toContain('<p class="stamp">Test</p>');
    expect(`${String(html)} ${text}`).not.toContain('inbox');
  });

  test('a test is logged before it is sent, and is not sent if it cannot be logged', async () => {
    const world = await testDeliveryWorld(makeEngine);
    world.store.appendAudit = () => Promise.reject(new StoreUnavailable('no room'));
    expect((await world.ask()).status).toBe(503);
    expect(world.receiver.arrivals).toEqual([]);
  });

  test.each([
    ['No webhook is set up: set WEBHOOK_URL', 'off'],
    ['The webhook is misconfigured', 'wrong'],
  ] as const)('a test is refused where it could not arrive: %s (%s)', async (says, state) => {
    const world = await testDeliveryWorld(makeEngine);
    const response = await world.ask({ webhook: { state } });
    const refusal = { error: expect.stringContaining(says) as string };
    expect([response.status, await response.json()]).toEqual([502, refusal]);
    expect((await world.store.audit({ limit: 5 })).entries).toEqual([]);
  });

  test('at most ten tests can be sent in ten minutes', async () => {
    const world = await testDeliveryWorld(makeEngine);
    for (let i = 0; i < 10; i++) {
      expect((await world.ask()).status).toBe(200);
      world.clock.time += 1000;
    }
    const refused = await world.ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('590');
    expect(await refused.json()).toEqual({
      error: 'You have sent 10 tests in ten minutes. Please wait a few minutes.',
    });
    expect((await world.ask({}, bearer('kim'))).status).toBe(200);
    expect((await world.store.audit({ limit: 20 })).entries).toHaveLength(11);
    world.clock.time += 590_000;
    expect((await world.ask()).status).toBe(200);
  });
});
