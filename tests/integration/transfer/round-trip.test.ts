import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Filter } from '../../../functions/store/paging.ts';
import { fingerprintOf } from '../../../functions/opt-outs/may-contact.ts';
import { noticesOf, personHasher } from '../../../functions/opt-outs/person.ts';
import { loggedIn } from '../../support/builders/audit.ts';
import {
  exportFile,
  firstDifference,
  runTransfer,
  saidBy,
  startTransfer,
  transferKey,
} from '../../support/servers/transfer-commands.ts';
import { collect, collectedRecord } from '../../support/builders/many-leads.ts';
import { second } from '../../support/builders/record.ts';
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

/** A soak moves more leads than fit into the memory that it allows. */
const leads = inSoak(10_000, 600);

/** Megabytes. Firestore's library takes 45 by itself; 10,000 records at once would take 70 more. */
const heaps = { SQLite: 32, Firestore: 80 };

/** With a small heap, V8 gives new objects so little room that an import takes three times as long. */
const roomForNew = '--max-semi-space-size=8';

const counts = `${leads} submissions, ${leads / 50} tombstones, 3 roles, \\d+ entries .+, 3 opt-outs`;

/** An import adds an entry for each role and each opt-out. */
async function expectWhole(engine: Engine, count: number): Promise<void> {
  const store = engine.open();
  expect(await loggedIn(store)).toHaveLength(count);
  expect(await store.hasRole('u1', 'admin', 'u1@example.com')).toBe(true);
  expect(await store.hasRole('u1', 'admin', 'u2@example.com')).toBe(false);
}

describe.skipIf(emulatorHost === '')('all leads', () => {
  test('survive the way between the stores that --env names, from SQLite to Firestore and back, in little memory', async () => {
    const folder = await aFolder();
    const cloud = firestoreEngine(emulatorHost);
    const [begin, end] = [await sqliteEngine(), await sqliteEngine()];
    await collect(begin.open(), leads);
    const run = async (name: 'export' | 'import', file: string, engine: Engine) => {
      const heap = heaps[engine === cloud ? 'Firestore' : 'SQLite'];
      const program = [process.execPath, `--max-old-space-size=${heap}`, roomForNew] as const;
      const settings = join(folder, 'settings.env');
      const lines = Object.entries(engine.env).map(([key, value]) => `${key}='${value}'\n`);
      await writeFile(settings, lines);
      const args = [file, '--env', settings];
      await using command = await startTransfer(name, args, { env: {}, program });
      expect(await command.exit).toMatchObject({ code: 0 });
      return command.stderr;
    };

    let before: string | undefined;
    for (const [i, engine] of [begin, cloud, end].entries()) {
      if (before !== undefined) {
        const said = await run('import', before, engine);
        expect(said).toMatch(new RegExp(`^Stored ${counts}; 0 were here`, 'm'));
        expect(said).toMatch(/^Submissions that this site will deliver .+: \d+\.$/m);
      }
      const file = join(folder, `${i}.jsonl`);
      expect(await run('export', file, engine)).toMatch(new RegExp(`^Exported ${counts}`, 'm'));
      if (before !== undefined) expect(await firstDifference(before, file)).toBeUndefined();
      before = file;
    }
    await expectWhole(cloud, 15);
    await expectWhole(end, 20);
  }, 600_000);
});

onEachServer((makeEngine) => {
  test('an export of an earlier version is imported', async () => {
    const engine = await makeEngine();
    const before = join(import.meta.dirname, 'made-before.jsonl');
    // Nobody could tell whether this key recognizes the people on its list.
    const refused = await saidBy('import', before, engine, 1);
    expect(refused).toMatch(/doesn't say which PRIVACY_KEY.+ Nothing was stored or erased/);
    // Later exports named the key with each opt-out.
    const text = await readFile(before, 'utf8');
    const key = fingerprintOf(personHasher(transferKey));
    const file = join(await aFolder(), 'made-before.jsonl');
    await writeFile(file, text.replace('"kind":"opt-out"', `$&,"key":"${key}"`));
    const said = await saidBy('import', file, engine);
    expect(said).toMatch(/^Stored 2 submissions, 2 tombstones, 1 role, 4 entries .+, 1 opt-out;/m);
    const store = engine.open();
    expect(await store.get('a-lead')).toMatchObject({ message: 'Please call.' });
    expect(await store.get('z-lead')).toBeDefined();
    await expectErased(engine, 'erased-before', 'erased-meanwhile');
    expect([await store.hasRole('u1', 'admin'), await store.hasRole('u2', 'admin')]).toEqual([
      true,
      false,
    ]);
    expect((await store.optOuts(['a'.repeat(64)])).found).toMatchObject([{ how: 'unknown' }]);
    // Its entries were chained: they are plain documents now, under their ids, and imported once.
    const ids = (await loggedIn(store)).map(({ id }) => id);
    expect(ids).toContain('28c542b6-d89d-4923-828f-dc72ab8767ca');
    expect(ids.length).toBe(new Set(ids).size);
    expect(JSON.stringify((await store.audit({ limit: 99 })).entries)).not.toContain('"previous"');
    const again = await runTransfer('import', file, engine);
    expect(again.said).toMatch(/^Stored 0 .+ 0 entries /m);
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
    ];
    const items = leads.map((submission) => ({ kind: 'submission', submission }));
    // An earlier version wrote it.
    const file = await exportFile(items as unknown as Parameters<typeof exportFile>[0]);
    expect(await saidBy('import', file, engine)).toMatch(/^Stored 3 submissions/m);
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
    const again = await saidBy('import', file, engine);
    expect(again).toMatch(/^Stored 0 submissions.+; 3 were here/m);
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
    await store.change(lead.id, (it) => ({ ...it, lease: { ...lease, holder: 'this place' } }));
    expect((await runTransfer('import', file, engine)).said).not.toMatch(/conflict|Not stored/);
  });

  test('a notice that waits for RIGHTS_URL moves along, once', async () => {
    const engine = await makeEngine();
    const people = [{ email: 'dana@example.com', phone: '(713) 555-0142' }];
    const deps = { rights: { state: 'wrong' }, newId: () => crypto.randomUUID() } as const;
    const [notice] = noticesOf(people, { type: 'erased', at: second(0) }, deps);
    const lease = { holder: 'the old place', until: second(15) };
    // The person was erased after this one, so it doesn't come back.
    const over = noticesOf(people, { type: 'opted-out', at: second(0) }, deps);
    await engine.open().create({ ...collectedRecord(5, 'erased'), ...people[0] });
    const personHash = personHasher('a'.repeat(64));
    await engine.open().erase(['erased'], second(9), { personHash });
    const file = await exportFile([{ ...(notice ?? expect.unreachable()), lease }, ...over]);
    expect((await runTransfer('import', file, engine)).said).toMatch(
      /^Stored .+, 1 rights notice;/m,
    );
    expect((await runTransfer('import', file, engine)).code).toBe(0);
    expect((await Array.fromAsync(engine.open().all('rights'))).flat()).toEqual([notice]);
    const again = join(await aFolder(), 'again.jsonl');
    expect((await runTransfer('export', again, engine)).said).toMatch(/, 1 rights notice\.$/m);
    expect(await readFile(again, 'utf8')).toContain(`{"id":"${notice?.id}"`);
  });

  test('what ads cost moves along, and another number that is here stays', async () => {
    const engine = await makeEngine();
    const spentOn = (zoo: number) => [
      { campaign: 'zoo', dollars: zoo },
      { campaign: 'half off', dollars: 2.5 },
    ];
    const fileOf = (zoo: number) =>
      exportFile([{ kind: 'spent', month: '2025-11', campaigns: spentOn(zoo) }]);
    const said = async (file: string) => (await runTransfer('import', file, engine)).said;
    expect(await said(await fileOf(10))).toMatch(/^Stored .+, 1 month with costs; 0 were here/m);
    expect(await said(await fileOf(10))).toMatch(/; 1 were here already/);
    expect(await said(await fileOf(20))).toContain('place: what a campaign of 2025-11 cost.');
    const store = engine.open();
    const expected = { kind: 'spent', month: '2025-11', campaigns: spentOn(10) };
    expect((await Array.fromAsync(store.all('spent'))).flat()).toEqual([expected]);
    await store.changeSpent('2025-11', (all) => all.slice(1));
    expect(await said(await fileOf(20)), 'adds what was missing').toMatch(/1 month with costs/);
    const again = join(await aFolder(), 'again.jsonl');
    expect((await runTransfer('export', again, engine)).said).toMatch(/, 1 month with costs\.$/m);
    expect(await readFile(again, 'utf8')).toContain('{"campaign":"zoo","dollars":20}');
  });

  test('a lead that was delivered since the import isn’t reset, and is named as a conflict', async () => {
    const engine = await makeEngine();
    const lead = collectedRecord(5);
    const file = await exportFile([{ kind: 'submission', submission: lead }]);
    await runTransfer('import', file, engine);
    const store = engine.open();
    const now = { ...lead, delivery: { state: 'delivered', at: lead.created_at } as const };
    await store.change(lead.id, () => now);
    const said = await saidBy('import', file, engine, 1);
    expect(said).toContain(`because something else has its place: submission "${lead.id}".`);
    expect(said).toMatch(/^Conflicts, .+ left unchanged: 1\.$/m);
    expect(await store.get(lead.id)).toEqual(now);
  });
});
