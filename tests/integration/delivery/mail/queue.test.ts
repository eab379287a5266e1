import { afterEach, beforeEach, expect, test } from 'vitest';
import { attempt, deliver } from '../../../../functions/delivery/deliver.ts';
import { retryDeliveries } from '../../../../functions/delivery/retry.ts';
import { delays } from '../../../../functions/delivery/schedule.ts';
import { requireTarget } from '../../../../functions/delivery/webhook/webhook.ts';
import { toItem } from '../../../../functions/store/record.ts';
import { dies, MailServer } from '../../../support/servers/mail-server.ts';
import { staffWorld } from '../../../support/worlds/staff-world.ts';
import { api } from '../../../../src/shared/api.ts';
import { second } from '../../../support/builders/record.ts';
import {
  openDeliveryWorld,
  type DeliveryWorld,
  owner,
  sales,
} from '../../../support/worlds/delivery-world.ts';
import { eachEngine } from '../../../support/worlds/each-engine.ts';
import { mailBy } from '../../../support/worlds/world.ts';

eachEngine('a lead that goes by mail', (makeEngine) => {
  let world: DeliveryWorld;
  let server: MailServer;
  beforeEach(async () => {
    world = await openDeliveryWorld(makeEngine);
    server = await MailServer.open();
  });
  afterEach(() => server[Symbol.asyncDispose]());

  const worker = (...to: string[]) => world.worker({ webhook: mailBy(server.url, ...to) });
  const oneLead = async () => (await world.leads(1))[0] ?? '';
  const arrivals = () => server.mails.map(({ to }) => to);

  test('is retried only at the address that refused it, and a later resend goes to all', async () => {
    const id = await oneLead();
    server.refusals.set(sales, ['552 mailbox full', '552 mailbox full']);
    const deps = worker(sales, owner);
    await deliver(id, deps);
    world.advance(5000);
    await deliver(id, deps);
    const partly = await world.get(id);
    expect(partly).toMatchObject({
      delivery: { state: 'pending' },
      attempts: [
        { status: 552 },
        { status: 552, answer: `${sales} was refused: 552 mailbox full` },
      ],
      mailed_to: [owner],
    });
    expect(JSON.stringify(toItem(partly))).not.toContain(owner);
    world.advance(delays[2] ?? 0);
    await deliver(id, deps);
    expect(arrivals()).toEqual([[owner], [sales]]);
    expect((await server.parsed()).to).toMatchObject([{ address: sales }, { address: owner }]);
    expect(await world.get(id)).toMatchObject({ delivery: { state: 'delivered' }, mailed_to: [] });

    const order = { id, target: requireTarget(deps.webhook), by: 'admin@example.com' };
    await attempt(order, world.store, deps);
    expect(arrivals().at(-1)).toEqual([sales, owner]);
  });

  test('is delivered once the refusing address is removed from the settings', async () => {
    const id = await oneLead();
    server.refusals.set(sales, ['550 no such user']);
    await deliver(id, worker(sales, owner));
    world.advance(5000);
    await deliver(id, worker(owner));
    expect((await world.get(id)).delivery.state).toBe('delivered');
    expect(arrivals()).toEqual([[owner]]);
  });

  test('arrives at most twice if the server dies, under one Message-ID', async () => {
    const id = await oneLead();
    server.afterData.push(dies);
    const deps = worker(sales);
    await deliver(id, deps);
    expect((await world.get(id)).delivery.state).toBe('pending');
    world.advance(5000);
    await deliver(id, deps);
    world.advance(delays[2] ?? 0);
    await deliver(id, deps);
    expect(server.mails.map((it) => it.id)).toEqual([id, id]);
    expect((await world.get(id)).delivery.state).toBe('delivered');
  });

  test('shares a few connections with other leads, and no log line has its words', async () => {
    const ids = await world.leads(20);
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, server.connections)), 1);
    server.afterData.push('554 not from Dana Roe');
    await retryDeliveries(worker(sales));
    clearInterval(timer);
    expect(server.mails).toHaveLength(ids.length - 1);
    expect(most).toBeLessThanOrEqual(6);
    expect(world.log.filter(({ event }) => event === 'delivery')).toHaveLength(ids.length);
    expect(JSON.stringify(world.log)).not.toMatch(/Dana|Roe|company\.example/);
  });
});

test('a resend by mail says which address was refused', async () => {
  await using server = await MailServer.open();
  server.refusals.set(sales, ['552 mailbox full']);
  const { lead, post } = await staffWorld({ webhook: mailBy(server.url, sales) });
  const { id } = await lead({ delivery: { state: 'failed', at: second(1) } });
  expect(await post(api.resendToWebhook, { submissionId: id })).toMatchObject({
    status: 502,
    body: {
      error: 'sales@company.example was refused: 552 mailbox full.',
      delivery: { state: 'failed' },
    },
  });
  expect(await post(api.resendToWebhook, { submissionId: id })).toMatchObject({
    status: 200,
    body: { attempts: [{}, { status: 250 }] },
  });
});
