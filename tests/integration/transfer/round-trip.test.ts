import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Filter } from '../../../functions/store/paging.ts';
import { personHasher, rightsMessages } from '../../../functions/opt-outs/person.ts';
import { loggedIn } from '../../support/builders/audit.ts';
import {
  exportFile,
  firstDifference,
  runTransfer,
  saidBy,
  startTransfer,
  usualKey,
} from '../../support/servers/transfer-commands.ts';
import { collect, collectedRecord } from '../../support/builders/many-leads.ts';
import { aRecord, followedUp, second } from '../../support/builders/record.ts';
import {
  aFolder,
  emulatorHost,
  firestoreEngine,
  onEachServer,
  sqliteEngine,
  type Engine,
} from '../../support/worlds/each-engine.ts';
import { expectErased } from '../../support/worlds/stored.ts';
import { inSoak } from '../../support/soak.ts';
import { number } from '../../../src/copy/counted.ts';

const stored = inSoak(10_000, 600);
const counts = `${number(stored)} leads, ${number(stored / 50)} tombstones, 3 roles, \\d+ audit entries, 3 opt-outs\\.`;

/** An import adds an entry for each admin. */
async function expectWhole(engine: Engine, count: number): Promise<void> {
  const store = engine.open();
  expect(await loggedIn(store)).toHaveLength(count);
  expect(await store.hasRole('u1', 'admin', 'u1@example.com')).toBe(true);
  expect(await store.hasRole('u1', 'admin', 'u2@example.com')).toBe(false);
}

describe.skipIf(emulatorHost === '')('all leads', () => {
  test('survive the move between the stores that --env names, from SQLite to Firestore and back', async () => {
    const folder = await aFolder();
    const cloud = firestoreEngine(emulatorHost);
    const [begin, end] = [await sqliteEngine(), await sqliteEngine()];
    await collect(begin.open(), stored);
    const run = async (name: 'export' | 'import', file: string, engine: Engine) => {
      const settings = join(folder, 'settings.env');
      const lines = Object.entries({ ...engine.env, PRIVACY_KEY: usualKey }).map(
        ([key, value]) => `${key}='${value}'\n`,
      );
      await writeFile(settings, lines);
      const args = [file, '--env', settings];
      await using command = await startTransfer(name, args, { env: {} });
      expect(await command.exit).toMatchObject({ code: 0 });
      return command.stderr;
    };

    let before: string | undefined;
    for (const [i, engine] of [begin, cloud, end].entries()) {
      if (before !== undefined) {
        const said = await run('import', before, engine);
        expect(said).toMatch(new RegExp(`^Added: ${counts}\n(?!Already)`, 'm'));
        expect(said).toMatch(/^Pending, so this site will deliver them: \d+ leads\.$/m);
      }
      const file = join(folder, `${i}.jsonl`);
      expect(await run('export', file, engine)).toMatch(new RegExp(`^Exported ${counts}`, 'm'));
      if (before !== undefined) expect(await firstDifference(before, file)).toBeUndefined();
      before = file;
    }
    await expectWhole(cloud, 12);
    await expectWhole(end, 14);
  }, 600_000);
});

onEachServer((makeEngine) => {
  test('an export of an earlier version is imported', async () => {
    const engine = await makeEngine();
    const file = join(import.meta.dirname, 'made-before.jsonl');
    // Early exports have no fingerprint of the key.
    const refused = await saidBy('import', file, engine, 1);
    expect(refused).toMatch(/doesn't say which PRIVACY_KEY made it.+again with --same-key\.$/m);
    await using command = await startTransfer('import', [file, '--same-key'], engine);
    expect(await command.exit).toMatchObject({ code: 0 });
    expect(command.stderr).toContain(
      'Added: 2 leads, 2 tombstones, 1 role, 4 audit entries, 1 opt-out.\n',
    );
    const store = engine.open();
    expect(await store.get('a-lead')).toMatchObject({ message: 'Please call.' });
    expect(await store.get('z-lead')).toBeDefined();
    await expectErased(engine, 'erased-before', 'erased-meanwhile');
    expect([await store.hasRole('u1', 'admin'), await store.hasRole('u2', 'admin')]).toEqual([
      true,
      false,
    ]);
    expect((await store.optOuts(['a'.repeat(64)])).found).toHaveLength(1);
    // An earlier version chained its audit entries. The import stores each under its id, once.
    const ids = (await loggedIn(store)).map(({ id }) => id);
    expect(ids).toContain('28c542b6-d89d-4923-828f-dc72ab8767ca');
    expect(ids.length).toBe(new Set(ids).size);
    expect(JSON.stringify((await store.audit({ limit: 99 })).entries)).not.toContain('"previous"');
    const again = await runTransfer('import', file, engine, { isSameKey: true });
    expect(again.said).toContain('Added: nothing.\n');
  });

  test('an export of format 3, with a fingerprint on each opt-out, is imported under its key only', async () => {
    const engine = await makeEngine();
    const file = join(import.meta.dirname, 'made-by-format-3.jsonl');
    const other = {
      env: { ...engine.env, PRIVACY_KEY: 'another key of the tests, which is longer' },
    };
    const refused = await saidBy('import', file, other, 1);
    expect(refused).toContain(
      'made with a different PRIVACY_KEY from the one set here. Nothing was stored',
    );
    const store = engine.open();
    expect((await Array.fromAsync(store.all('submissions'))).flat()).toEqual([]);
    expect(await saidBy('import', file, engine)).toContain(
      'Added: 4 leads, 1 tombstone, 1 role, 7 audit entries, 2 opt-outs, 1 rights message, 1 month of ad costs.\n',
    );
    expect(await store.get('delivered')).toMatchObject({
      delivery: { state: 'delivered' },
      ...followedUp,
    });
    for (const id of ['pending', 'opted-out', 'opted-out-later'])
      expect((await store.get(id))?.message).toBe('We cover Katy and Cypress.');
    expect(await store.get('trial'), 'a test is no lead').toBeUndefined();
    await expectErased(engine, 'erased');
    expect(await store.due(second(9_999_999), 9), 'opted-out is held').toEqual(['pending']);
    const sam = personHasher(usualKey)({ email: 'sam@example.com' });
    expect((await store.optOuts(sam)).found).toMatchObject([{ hash: sam[0], how: 'admin' }]);
    expect(await store.hasRole('ada', 'admin', 'ada@example.com')).toBe(true);
    expect(await store.hasRole('lee', 'admin'), 'revoked there').toBe(false);
    expect(await store.spent('2025-11')).toEqual([{ campaign: 'zoo', dollars: 10 }]);
    const again = await saidBy('import', file, engine);
    expect(again).toContain(
      'Added: nothing.\nAlready here, and left as it is (leads were written again unchanged): 4 leads, ',
    );
  });

  test('a lead that is already stored is rewritten, so that it gets the fields of this version', async () => {
    const engine = await makeEngine();
    const lead = aRecord({ id: 'here' });
    const file = await exportFile([{ kind: 'submission', submission: lead }]);
    await runTransfer('import', file, engine);
    const store = engine.open();
    const before = await store.lastChange();
    await runTransfer('import', file, engine);
    expect(await store.lastChange()).not.toBe(before);
    expect(await store.get('here')).toEqual(lead);
  });

  test('leads in the states of an earlier version are imported, listed and exported with today’s states', async () => {
    const engine = await makeEngine();
    const settled = { state: 'settled', at: second(9), by: 'Ada', given_up_at: second(2) };
    const leads = [
      {
        ...collectedRecord(1, 'dealt-with'),
        delivery: settled,
        answered: { at: second(3), by: 'Ada' },
      },
      { ...collectedRecord(2, 'dispute'), delivery: { state: 'dispute' }, source: 'dispute' },
      { ...collectedRecord(3, 'waits'), delivery: settled, answered: null },
      { ...collectedRecord(4, 'test'), test: true, canary: true },
    ];
    const items = leads.map((submission) => ({ kind: 'submission', submission }));
    const file = await exportFile(items as unknown as Parameters<typeof exportFile>[0]);
    expect(await saidBy('import', file, engine)).toMatch(/^Added: 3 leads\.$/m);
    const store = engine.open();
    const listed = async (filter: Filter) =>
      (await store.page({ filter, limit: 9 })).records.map(({ id, delivery }) => [id, delivery]);
    const givenUp = { state: 'failed', at: second(2) };
    expect(await listed({ archived: 'yes' })).toEqual([
      ['dispute', { state: 'off' }],
      ['dealt-with', givenUp],
    ]);
    expect(await listed({ delivery: 'failed' })).toEqual([['waits', givenUp]]);
    expect((await store.undelivered('failed', second(99))).count).toBe(1);
    expect(await store.idsBefore('9999', 9)).not.toContain('test');
    const again = await saidBy('import', file, engine);
    expect(again).toMatch(/^Already here, .+: 3 leads\.$/m);
    const exported = join(await aFolder(), 'all.jsonl');
    await saidBy('export', exported, engine);
    expect(await readFile(exported, 'utf8')).not.toMatch(/"state":"(settled|dispute)"/);
  });

  test('a lead that was being sent during the export has no lease after the import', async () => {
    const engine = await makeEngine();
    const lease = { holder: 'the old place', until: second(15) };
    const lead = { ...collectedRecord(5), lease };
    const file = await exportFile([{ kind: 'submission', submission: lead }]);
    await runTransfer('import', file, engine);
    const store = engine.open();
    expect(await store.get(lead.id)).toEqual({ ...lead, lease: null });
    const here = { ...lead, lease: { ...lease, holder: 'this place' } };
    await store.change(lead.id, () => here);
    await runTransfer('import', file, engine);
    expect(await store.get(lead.id)).toEqual(here);
  });

  test('a waiting message for RIGHTS_URL is moved, once', async () => {
    const engine = await makeEngine();
    const people = [{ email: 'dana@example.com', phone: '(713) 555-0142' }];
    const deps = { rights: { state: 'wrong' }, newId: () => crypto.randomUUID() } as const;
    const [notice] = rightsMessages(people, { type: 'erased', at: second(0) }, deps);
    const lease = { holder: 'the old place', until: second(15) };
    // The person was erased after this message, so it does not come back.
    const over = rightsMessages(people, { type: 'opted-out', at: second(0) }, deps);
    await engine.open().create({ ...collectedRecord(5, 'erased'), ...people[0] });
    const personHash = personHasher('a'.repeat(64));
    await engine.open().erase(['erased'], second(9), { personHash });
    const file = await exportFile([{ ...(notice ?? expect.unreachable()), lease }, ...over]);
    const { said } = await runTransfer('import', file, engine);
    expect(said).toMatch(/^Added: 1 rights message\.$/m);
    expect(said).toMatch(/^Skipped, because the person was erased: 1 rights message\.$/m);
    expect((await runTransfer('import', file, engine)).code).toBe(0);
    expect((await Array.fromAsync(engine.open().all('outbox'))).flat()).toEqual([notice]);
    const again = join(await aFolder(), 'again.jsonl');
    expect((await runTransfer('export', again, engine)).said).toMatch(/1 rights message\. /);
    expect(await readFile(again, 'utf8')).toContain(`{"id":"${notice?.id}"`);
  });

  test('ad costs are moved, and a different stored cost stays', async () => {
    const engine = await makeEngine();
    const spentOn = (zoo: number) => [
      { campaign: 'zoo', dollars: zoo },
      { campaign: 'half off', dollars: 2.5 },
    ];
    const fileOf = (zoo: number) =>
      exportFile([{ kind: 'spent', month: '2025-11', campaigns: spentOn(zoo) }]);
    const output = async (file: string) => (await runTransfer('import', file, engine)).said;
    expect(await output(await fileOf(10))).toMatch(/^Added: 1 month of ad costs\.$/m);
    expect(await output(await fileOf(20))).toMatch(/^Already here, .+: 1 month of ad costs\.$/m);
    const store = engine.open();
    const expected = { kind: 'spent', month: '2025-11', campaigns: spentOn(10) };
    expect((await Array.fromAsync(store.all('spent'))).flat()).toEqual([expected]);
    await store.changeSpent('2025-11', (all) => all.slice(1));
    expect(await output(await fileOf(20)), 'adds what was missing').toContain('Added: 1 month');
    const again = join(await aFolder(), 'again.jsonl');
    expect((await runTransfer('export', again, engine)).said).toMatch(/1 month of ad costs\. /);
    expect(await readFile(again, 'utf8')).toContain('{"campaign":"zoo","dollars":20}');
  });

  test('a lead that was delivered since the import is not reset', async () => {
    const engine = await makeEngine();
    const lead = collectedRecord(5);
    const file = await exportFile([{ kind: 'submission', submission: lead }]);
    await runTransfer('import', file, engine);
    const store = engine.open();
    const now = { ...lead, delivery: { state: 'delivered', at: lead.created_at } as const };
    await store.change(lead.id, () => now);
    const output = await saidBy('import', file, engine);
    expect(output).toMatch(/^Already here, and left as it is .+: 1 lead\.$/m);
    expect(await store.get(lead.id)).toEqual(now);
  });
});

test('on a developer’s machine, an import needs the key that npm start created for the exporting site', async () => {
  const [from, to] = [await sqliteEngine(), await sqliteEngine()];
  await from.open().create(aRecord({ id: 'moved' }));
  const folderOf = ({ env }: Engine) => ({ env: { ...env, PRIVACY_KEY: '' } });
  const keyOf = ({ env }: Engine) => join(env['DATA_DIR'] ?? '', 'privacy.key');
  await writeFile(keyOf(from), usualKey);
  const file = join(await aFolder(), 'all.jsonl');
  await saidBy('export', file, folderOf(from));
  expect(await saidBy('import', file, folderOf(to), 1)).toMatch(/and none is set here/);
  await copyFile(keyOf(from), keyOf(to));
  await saidBy('import', file, folderOf(to));
  expect(await to.open().get('moved')).toBeDefined();
});
