/** PRIVACY_KEY is missing, or differs from the key of the do-not-contact list. */
import { expect, test } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import type { Deps } from '../../../functions/deps.ts';
import { personHasher } from '../../../functions/opt-outs/person.ts';
import { openWatch } from '../../../functions/watch/look.ts';
import { runTransfer, saidBy } from '../../support/servers/transfer-commands.ts';
import { aRecord } from '../../support/builders/record.ts';
import { aFolder, onEachServer } from '../../support/worlds/each-engine.ts';
import { eraseIn } from '../../support/worlds/stored.ts';
import { privacyKey } from '../../support/worlds/world.ts';
import { dana, openLeadsWorld, optedOut, sendingWorld } from '../../support/worlds/person-world.ts';

const another = 'another key of the tests, long enough for that';

onEachServer((makeEngine) => {
  const open = (different: Partial<Deps> = {}) => openLeadsWorld(makeEngine, different);
  const keys = {
    lost: undefined,
    changed: personHasher(another),
  };
  const why = { state: 'held', reasons: ['list_unreadable'] };

  test.each(Object.entries(keys))(
    '%s: no lead is sent, and none is dropped',
    async (_, personHash) => {
      const { put, store, world, sent, receiver } = await open();
      await put({ email: 'somebody@else.example', on: true });
      const wrong = await sendingWorld(store, { personHash });
      expect((await wrong.send({ email: 'new@lead.example' })).delivery).toEqual(why);
      expect(await retryDeliveries(wrong.world)).toBe(0);
      await wrong.world.settled();
      for (const call of [wrong.put(dana), wrong.put({ ...dana, on: true })]) {
        expect((await call).body.error).toMatch(/^The do-not-contact list can’t be read: PRIVACY_/);
      }
      expect((await wrong.resend({ submissionId: 'given-up' })).status).toBe(503);
      expect((await wrong.erase({ email: dana.email, count: 1 })).status, 'proof').toBe(503);
      expect(wrong.sent()).toEqual([]);
      const watch = openWatch();
      await watch({ ...wrong.world, webhook: { state: 'off' } });
      const { troubles } = await store.watch();
      expect(troubles.find(({ kind }) => kind === 'opt_outs')?.what).toMatch(/PRIVACY_KEY.+Set it/);
      const later = { ...world, now: () => new Date(Date.now() + 20 * 60_000) };
      expect(await retryDeliveries(later)).toBe(3);
      expect(receiver.arrivals).toHaveLength(3);
      expect(sent()).toEqual(['another', 'due', 'extension']);
      await watch({ ...later, webhook: { state: 'off' } });
      expect((await store.watch()).troubles.map(({ kind }) => kind)).not.toContain('opt_outs');
    },
  );

  test('an empty list accepts a new key, and refuses the old one from then on', async () => {
    const { put, store } = await open();
    await put({ ...dana, on: true });
    await put({ ...dana, on: false });
    const { put: putAnew, send } = await sendingWorld(store, { personHash: keys.changed });
    expect((await send(dana)).delivery.state).toBe('pending');
    expect((await putAnew({ ...dana, on: true })).status).toBe(200);
    expect((await send(dana)).delivery).toEqual(optedOut);
    expect((await put(dana)).status).toBe(503);
  });

  test('a list with another key cannot be imported, and the import stores no other record', async () => {
    const [one, other] = [await open(), await open({ personHash: keys.changed })];
    const empty = await makeEngine();
    await one.put({ ...dana, on: true });
    await one.store.create(aRecord({ ...dana, id: 'only-there' }));
    await other.put({ ...dana, on: true });
    await eraseIn(one.store, 'due');
    const file = `${await aFolder()}/list.jsonl`;
    await runTransfer('export', file, one.engine);
    const importedWith = (PRIVACY_KEY: string) =>
      saidBy('import', file, { env: { ...other.engine.env, PRIVACY_KEY } }, 1);
    expect(await importedWith(privacyKey)).toContain('list here was made with a different PRIVACY');
    expect(await other.store.get('due'), 'proof').toBeDefined();
    for (const { env } of [other.engine, empty])
      expect(await saidBy('import', file, { env: { ...env, PRIVACY_KEY: another } }, 1)).toContain(
        'made with a different PRIVACY_KEY',
      );
    expect(await empty.open().optOutList()).toEqual({ isEmpty: true, fingerprint: undefined });
    expect((await empty.open().audit({ limit: 1 })).entries).toEqual([]);
    expect(await other.store.get('only-there')).toBeUndefined();
    expect(await other.store.get('due'), 'here').toBeDefined();
  });
});
