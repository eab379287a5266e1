import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { startFirestoreEmulator } from '../../../scripts/firestore-emulator.ts';
import { allStored, expectRefused, expectTaken } from '../../support/worlds/stored.ts';
import { Gate } from '../../support/servers/network-switch.ts';
import { aSubmission, submitting } from '../../support/builders/requests.ts';
import { webhookAt, worldWith } from '../../support/worlds/world.ts';

const emulatorHost = inject('firestoreHost') ?? '';

describe.skipIf(emulatorHost === '')('on Firestore', () => {
  test('a form is refused while the store can’t be reached, and accepted once it can', async () => {
    const gate = await gateBefore(emulatorHost);
    const store = openAt(gate.host);
    await expectTaken(aSubmission(), store);
    const lead = aSubmission();
    await gate.shut();
    await expectRefused(lead, () => Promise.resolve(store));
    await gate.open();
    await expectTaken(lead, store);
    expect(await allStored(store)).toHaveLength(2);
  });

  test('a lead whose write had no answer is stored once, and left to the schedule', async () => {
    const gate = await gateBefore(emulatorHost);
    const store = openAt(gate.host);
    await expectTaken(aSubmission(), store);
    const lead = aSubmission();
    const create = store.create.bind(store);
    store.create = (record) => {
      gate.state = 'deaf';
      return create(record);
    };
    const world = worldWith(store, { webhook: webhookAt(new URL('http://127.0.0.1:9/')) });
    const { status } = await submitContact(submitting(lead), world);
    gate.state = 'open';
    store.create = create;
    expect(status).toBe(503);
    await expectTaken(lead, store, 200);
    expect(await store.due(new Date().toISOString(), 10)).toEqual([lead.id]);
  });

  test('a store that ends refuses the calls under way, and loses no lead that was accepted', async () => {
    const emulator = await startFirestoreEmulator();
    if (!emulator) throw new Error('There was one a moment ago.');
    const store = openAt(emulator.host);
    await expectTaken(aSubmission(), store);
    const world = worldWith(store);
    const answers = Array.from({ length: 50 }, () =>
      submitContact(submitting(aSubmission()), world),
    );
    await Promise.all([Promise.race(answers), emulator.close()]);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((it) => it !== 201 && it !== 503)).toEqual([]);
    await expectRefused(aSubmission(), () => Promise.resolve(store));
  });
});

/** Reconnects before the store is closed, so that no call is still being retried. */
async function gateBefore(host: string): Promise<Gate> {
  const gate = await Gate.before(host);
  onTestFinished(() => gate.shut());
  return gate;
}

function openAt(emulatorHost: string) {
  const projectId = `demo-${crypto.randomUUID()}`;
  const store = openFirestore({ projectId, emulatorHost }, console.log, { patienceMs: 1000 });
  onTestFinished(() => store.close());
  return store;
}
