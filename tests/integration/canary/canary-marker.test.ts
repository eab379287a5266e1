import { expect, test } from 'vitest';
import { isCanary, makeMarker } from '../../../functions/intake/canary-marker.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { newCanary } from '../../../functions/store/watch-state.ts';
import { fields } from '../../support/builders/plain-form.ts';
import { postForm } from '../../support/builders/requests.ts';
import { siteWith } from '../../support/worlds/canary-world.ts';
import { sqliteEngine } from '../../support/worlds/each-engine.ts';

test('of 1,000 forged markers none is believed, and none costs a write', async () => {
  const { deps } = await siteWith((await sqliteEngine()).open());
  const store = await deps.store();
  const nonce = 'the-nonce';
  await store.changeWatch((it) => ({ ...it, canary: { ...newCanary, nonces: [nonce] } }));
  const real = await makeMarker(nonce, deps);
  const [expires = '', , seal = ''] = real.split('.');
  const change = store.changeWatch.bind(store);
  let changes = 0;
  store.changeWatch = (decide) => ((changes += 1), change(decide));
  const forged = Array.from({ length: 1000 }, (_, i) => {
    const flipped =
      seal.slice(0, i % 32) + (seal[i % 32] === 'a' ? 'b' : 'a') + seal.slice((i % 32) + 1);
    return [
      `${expires}.${nonce}.${flipped}`,
      `${Number(expires) + i + 1}.${nonce}.${seal}`,
      `${expires}.${nonce}${i}.${seal}`,
      `${real}.`,
      crypto.randomUUID(),
    ][i % 5];
  });
  for (const it of forged) expect(await isCanary(it, store, deps)).toBe(false);
  expect(changes).toBe(0);
  const late = { ...deps, now: () => new Date(Date.now() + 61_000) };
  expect(await isCanary(real, store, late)).toBe(false);
  expect(await isCanary(real, store, deps)).toBe(true);
  expect(await isCanary(real, store, deps), 'replayed').toBe(false);
});

test('a visitor with a forged marker is a visitor like any other', async () => {
  const { deps, receiver } = await siteWith((await sqliteEngine()).open());
  const store = await deps.store();
  const marker = `${Date.now() + 1000}.x.${'0'.repeat(32)}`;
  const answer = await submitContact(postForm({ ...fields, canary: marker }), deps);
  await deps.settled();
  expect(answer.status).toBe(303);
  const { records } = await store.page({ filter: {}, limit: 9 });
  expect(records).toHaveLength(1);
  expect(records[0]).not.toHaveProperty('test');
  expect(receiver.arrivals[0]?.body).not.toContain('"test"');
});
