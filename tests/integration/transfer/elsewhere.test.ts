import { describe, expect, test } from 'vitest';
import type { Item } from '../../../scripts/transfer/file.ts';
import { figuresIn } from '../../../functions/store/figures.ts';
import { commandLine, importing } from '../../../src/shared/audit.ts';
import { anEntry, appendTo, loggedIn } from '../../support/builders/audit.ts';
import { onEachServer } from '../../support/worlds/each-engine.ts';
import { eraseIn, expectErased } from '../../support/worlds/stored.ts';
import {
  exportFile,
  oldHeader,
  runTransfer,
  saidBy,
} from '../../support/servers/transfer-commands.ts';
import { aRecord, second } from '../../support/builders/record.ts';

const submission = (it = aRecord()): Item => ({ kind: 'submission', submission: it });
const erasedEntry = (...submissions: string[]): Item => ({
  kind: 'action',
  entry: anEntry({ action: 'erased', submissions }),
});

const deliveredAt = second(9);

const first = '0-first';

const aHash = expect.stringMatching(/^[\da-f]{64}$/) as string;

const user = 'u1';
const role: Item = { kind: 'role', user_id: user, role: 'admin' };

type RoleAction = 'granted' | 'revoked';

/** An export that still has the role, and has these audit entries. */
const withRole = (...done: RoleAction[]): Promise<string> =>
  exportFile([
    role,
    ...done.map((action, i): Item => {
      const entry = { id: `entry-${i}`, at: second(i), by: commandLine, event: { action, user } };
      return { kind: 'action', entry };
    }),
  ]);

const notGranted = /^Skipped, because the role was revoked .+: 1 role\.$/m;

onEachServer((makeEngine) => {
  describe('a lead that is erased in the audit log of an older export', () => {
    const lead = aRecord({ id: first });
    const file = async () =>
      exportFile([submission(lead), submission(), erasedEntry(first)], oldHeader);

    test('is left out, but the proof of its consent is kept', async () => {
      const engine = await makeEngine();
      await saidBy('import', await file(), engine);
      await expectErased(engine, first);
      const { version, sha256, at } = lead.consent;
      expect(await engine.open().tombstone(first)).toEqual({
        id: first,
        erased_at: second(0),
        person: [aHash, aHash],
        consent: { version, sha256, at },
        figures: figuresIn(lead),
      });
      expect(await engine.open().due(second(9_999_999), 5)).toHaveLength(1);
    });

    test('is erased even if it was imported and delivered before', async () => {
      const engine = await makeEngine();
      const store = engine.open();
      await store.create({ ...lead, delivery: { state: 'delivered', at: deliveredAt } });
      const output = await saidBy('import', await file(), engine);
      expect(output).toMatch(/^Erased here, as in the file: 1 lead\.$/m);
      await expectErased(engine, first);
      // The exporting store's entry, and the import's own entry.
      const erased = { event: { action: 'erased', submissions: [first] } };
      expect(await loggedIn(store)).toMatchObject([{ ...erased, by: importing }, erased]);
    });

    test('is erased in a store with its own log, which then also has the entry', async () => {
      const engine = await makeEngine();
      const store = engine.open();
      await store.create(lead);
      await appendTo(store);
      await saidBy('import', await file(), engine);
      await expectErased(engine, first);
      const actions = (await loggedIn(store)).map(({ event }) => event.action);
      expect(actions.toSorted()).toEqual(['erased', 'erased', 'resent']);
    });

    test('leaves a tombstone in a store that never had it, so that an older export cannot restore it', async () => {
      const engine = await makeEngine();
      await saidBy('import', await exportFile([erasedEntry(first, 'a/b')]), engine);
      await runTransfer('import', await exportFile([submission(lead)]), engine);
      await expectErased(engine, first);
    });

    test('is left out if the importing log names it, as after an import that was killed', async () => {
      const engine = await makeEngine();
      await appendTo(engine.open(), { action: 'erased', submissions: [first] });
      await saidBy('import', await exportFile([submission(lead)]), engine);
      await expectErased(engine, first);
    });
  });

  test('an imported lead no longer names an earlier lead that was erased in either store', async () => {
    const engine = await makeEngine();
    const store = engine.open();
    await store.create(aRecord({ id: 'here' }));
    await eraseIn(store, 'here');
    const marks = ['here', 'there', 'kept'].map((id) => ({
      id,
      at: second(0),
      by: 'phone' as const,
    }));
    const file = await exportFile(
      [submission(aRecord({ id: 'later', earlier: marks })), erasedEntry('there')],
      oldHeader,
    );
    await runTransfer('import', file, engine);
    expect((await store.get('later'))?.earlier).toMatchObject([{ id: 'kept' }]);
    expect((await runTransfer('import', file, engine)).said).toContain('Added: nothing.');
  });

  test('an imported tombstone erases the stored lead and adds an audit entry', async () => {
    const engine = await makeEngine();
    const store = engine.open();
    await store.create(aRecord({ id: first }));
    const tombstone = { id: first, erased_at: second(3), consent: null };
    const file = await exportFile([{ kind: 'tombstone', tombstone }]);
    await saidBy('import', file, engine);
    await expectErased(engine, first);
    expect((await store.audit({ limit: 5 })).entries).toMatchObject([
      { event: { action: 'erased', submissions: [first] } },
    ]);
  });

  test.each<[RoleAction[], boolean]>([
    [[], true],
    [['granted', 'revoked'], false],
    [['granted', 'revoked', 'granted'], true],
  ])('an import of a role whose log is %j grants it: %s', async (done, isGranted) => {
    const engine = await makeEngine();
    const output = await saidBy('import', await withRole(...done), engine);
    expect(notGranted.test(output)).toBe(!isGranted);
    expect(/^Added: .*1 role/m.test(output)).toBe(isGranted);
    expect(await engine.open().hasRole(user, 'admin')).toBe(isGranted);
  });

  test('an import does not grant a role that was revoked in this store after the export', async () => {
    const engine = await makeEngine();
    const backup = await withRole('granted');
    await runTransfer('import', backup, engine);
    const store = engine.open();
    expect(await store.hasRole(user, 'admin')).toBe(true);
    const entry = { ...anEntry({ action: 'revoked', user }), at: second(1) };
    await store.revokeRole(user, 'admin', entry);
    const output = await saidBy('import', backup, engine);
    expect(output).toMatch(notGranted);
    expect(await store.hasRole(user, 'admin')).toBe(false);
  });

  test('an import revokes a role that was revoked in the exported store', async () => {
    const engine = await makeEngine();
    await runTransfer('import', await withRole('granted'), engine);
    const { said } = await runTransfer('import', await withRole('granted', 'revoked'), engine);
    expect(said).toMatch(/^Revoked here, as in the file: 1 role\.$/m);
    expect(await engine.open().hasRole(user, 'admin')).toBe(false);
  });
});
