/** Undo gives back what an action took, and nothing that a colleague did. */
import { expect, test } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aRecord } from '../../support/builders/record.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { dana, givenUp, openLeadsWorld, optedOut } from '../../support/worlds/person-world.ts';

onEachEngine((makeEngine) => {
  const open = () => openLeadsWorld(makeEngine);

  test('Undo of an opt-out gives each lead its delivery back', async () => {
    const { put, store, delivery, sent, world } = await open();
    const spam: Delivery = { state: 'held', reasons: ['honeypot'] };
    await store.create(aRecord({ ...dana, id: 'spam', delivery: spam }));
    const { body } = await put({ ...dana, on: true });
    expect(await delivery('spam')).toEqual({
      ...optedOut,
      reasons: ['do_not_contact', 'honeypot'],
    });
    await retryDeliveries(world);
    expect(await put(body.undo)).toMatchObject({ body: { on: false, which: [] } });
    expect(await delivery('given-up')).toEqual(givenUp);
    expect(await delivery('spam')).toEqual(spam);
    await retryDeliveries(world);
    expect(sent()).toEqual(['another', 'due']);
  });

  test('Undo of an opt-out takes nothing that was on the list before', async () => {
    const { put, delivery } = await open();
    await put({ phone: dana.phone, on: true });
    const { body } = await put({ ...dana, on: true });
    expect(await put(body.undo)).toMatchObject({ body: { on: true, which: ['phone'] } });
    expect(await delivery('due')).toEqual(optedOut);
  });

  test('Undo never takes back a colleague’s opt-out, in whichever order', async () => {
    const { put, as, delivery } = await open();
    const ada = await put({ ...dana, on: true });
    const bob = await as('bob').put({ ...dana, on: true });
    expect(await put(ada.body.undo)).toMatchObject({ body: { on: true } });
    expect(await delivery('due')).toEqual(optedOut);
    expect(await put(ada.body.undo)).toMatchObject({ body: { on: true, undo: null } });
    expect(await as('bob').put(bob.body.undo)).toMatchObject({ body: { on: false } });
    expect((await delivery('due'))?.state).toBe('pending');
  });

  test('Undo of lifting puts back what was lifted, and no more', async () => {
    const { put } = await open();
    await put({ phone: dana.phone, on: true });
    const { body } = await put({ ...dana, on: false });
    expect(body.undo).toEqual({ phone: dana.phone, on: true });
    await put(body.undo);
    expect(await put(dana)).toMatchObject({ body: { on: true, which: ['phone'] } });
  });
});
