import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { exportStore } from '../../../scripts/transfer/export.ts';
import type { Line } from '../../../scripts/transfer/file.ts';
import type { Store } from '../../../functions/store/port.ts';
import {
  fileWith,
  fingerprint,
  oldHeader,
  runTransfer,
  saidBy,
  startTransfer,
  exportFile,
} from '../../support/servers/transfer-commands.ts';
import { collect } from '../../support/builders/many-leads.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import {
  onEachServer,
  sqliteEngine,
  aFolder,
  type Engine,
} from '../../support/worlds/each-engine.ts';
import { eraseIn, expectErased } from '../../support/worlds/stored.ts';
import { join } from 'node:path';
import { importing } from '../../../src/shared/audit.ts';
import { anEntry, appendTo, loggedIn } from '../../support/builders/audit.ts';
import { personHasher } from '../../../functions/opt-outs/person.ts';

const [first, last] = ['0-first', 'z-last'];

/** Exports a store and runs another action after each page. */
async function exportWhile(
  store: Store,
  afterPage: (page: readonly Line[]) => Promise<unknown> | undefined,
): Promise<Line[]> {
  const lines: Line[] = [];
  const write = async (page: readonly Line[]) => {
    lines.push(...page);
    await afterPage(page);
  };
  await exportStore(store, { from: 'a test', key: fingerprint, write, say: () => undefined });
  return lines;
}

/** A site that was set up: its log has an entry already. */
async function setUp(engine: Engine): Promise<Store> {
  const store = engine.open();
  await appendTo(store, { action: 'granted', user: 'ada' });
  await store.grantRole('ada', 'admin');
  return store;
}

async function move(from: Engine, to: Engine): Promise<void> {
  const file = join(await aFolder(), 'all.jsonl');
  await saidBy('export', file, from);
  await saidBy('import', file, to);
}

onEachServer((makeEngine) => {
  test('a lead that is erased during an export is neither imported nor sent to the importing site’s webhook', async () => {
    const store = (await makeEngine()).open();
    for (const id of [first, 'm', last]) await store.create(aRecord({ id }));
    const lines = await exportWhile(store, (page) =>
      page[0]?.kind === 'submission' ? eraseIn(store, first, last) : undefined,
    );
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'submission' }));
    const other = await makeEngine();
    const file = await fileWith(lines);
    const output = await saidBy('import', file, other);
    expect(output).toMatch(/^Added: 1 lead, 2 tombstones, 1 audit entry\.$/m);
    expect(output).toMatch(/^Skipped, because the person was erased: 2 leads\.$/m);
    await expectErased(other, first, last);
    expect((await other.open().tombstone(first))?.consent).toMatchObject({
      version: aRecord().consent.version,
    });
    expect((await runTransfer('import', file, other)).said).toContain('Added: nothing.');
  });

  test('an import that was killed has stored no erased lead, and the next one completes it', async () => {
    const source = (await sqliteEngine()).open();
    // An import stores ten at a time, and a kill has to come between two batches.
    const count = 2000;
    await collect(source, count);
    const erased = (await Array.fromAsync(source.all('submissions')))
      .flat()
      .slice(0, count / 5)
      .filter((it) => it.kind === 'submission')
      .map((it) => it.submission.id);
    const lines = await exportWhile(source, (page) =>
      page[0]?.kind === 'submission' ? eraseIn(source, ...erased) : undefined,
    );
    const file = await fileWith(lines);

    const engine = await makeEngine();
    const store = engine.open();
    const stored = async () => (await Array.fromAsync(store.all('submissions'))).flat();
    await using run = await startTransfer('import', [file], engine);
    const listed = async () => (await store.page({ filter: {}, limit: 1 })).records.length;
    await expect.poll(listed, { interval: 5 }).toBe(1);
    run.signal('SIGKILL');
    expect(await run.exit).toMatchObject({ signal: 'SIGKILL' });
    const there = new Set(
      (await stored()).map((item) => item.kind === 'submission' && item.submission.id),
    );
    const alive = lines.flatMap((line) =>
      line.kind === 'submission' && !erased.includes(line.submission.id) ? line.submission.id : [],
    );
    expect(there.size).toBeLessThan(alive.length);
    expect(erased.filter((id) => there.has(id))).toEqual([]);

    const again = await saidBy('import', file, engine);
    expect(again).toMatch(/^Already here, .+: \d+ leads?,/m);
    await expectErased(engine, ...erased.slice(0, 20));
    const leads = (await stored()).filter(({ kind }) => kind === 'submission');
    expect(leads).toHaveLength(alive.length);
  }, 240_000);

  test('after two moves there and back, each log entry exists exactly once', async () => {
    const engines = [await makeEngine(), await sqliteEngine()] as const;
    const [here, stored] = [await setUp(engines[0]), await setUp(engines[1])];
    const entries = new Set<string>();
    for (const round of [1, 2]) {
      for (const [store, from, to] of [
        [here, ...engines],
        [stored, engines[1], engines[0]],
      ] as const) {
        const lead = aRecord({ id: `${round}-${from === engines[0] ? 'here' : 'there'}` });
        await store.create(lead);
        await appendTo(store, { action: 'certified', submission: lead.id });
        for (const { id } of await loggedIn(store)) entries.add(id);
        await move(from, to);
      }
    }
    for (const store of [here, stored]) {
      const ids = (await loggedIn(store)).map(({ id }) => id);
      expect(ids.toSorted()).toEqual([...entries].toSorted());
    }
    expect(await stored.get('2-here')).toBeDefined();
  });

  test('an import marks the lead of an opted-out person, even if it is already stored', async () => {
    const engine = await makeEngine();
    const submission = aRecord({ delivery: { state: 'delivered', at: second(1) } });
    const line = { kind: 'submission', submission } as const;
    await runTransfer('import', await exportFile([line]), engine);
    const [hash = ''] = personHasher('a'.repeat(64))(submission);
    const missing = { kind: 'submission', submission: aRecord({ id: 'missing' }) } as const;
    const newer = await exportFile([
      line,
      missing,
      { kind: 'opt-out', hash, at: second(2), how: 'stop-page' },
    ]);
    expect((await runTransfer('import', newer, engine)).said).not.toContain('will deliver');
    const store = engine.open();
    expect(await store.get(submission.id)).toMatchObject({
      opted_out: { at: second(2), how: 'stop-page' },
    });
    expect(await store.get('missing')).toMatchObject({ delivery: { state: 'held' } });
  });

  test('an import logs each role that it grants, once', async () => {
    const engine = await makeEngine();
    const file = await exportFile([{ kind: 'role', user_id: 'lee', role: 'admin' }]);
    for (let i = 0; i < 2; i++) await runTransfer('import', file, engine);
    expect(await loggedIn(engine.open())).toMatchObject([
      { by: importing, event: { action: 'granted', user: 'lee' } },
    ]);
  });
});

test('an import adds no second copy of an entry that an earlier version stored under its number', async () => {
  const engine = await sqliteEngine();
  const store = engine.open();
  const entry = { ...anEntry(), number: 1, previous: '0', hash: '1' };
  using file = new DatabaseSync(join(engine.env['DATA_DIR'] ?? '', fileName));
  file.prepare('INSERT INTO audit_log (id, value) VALUES (?, ?)').run('1', JSON.stringify(entry));
  const output = await saidBy(
    'import',
    await exportFile([{ kind: 'action', entry }], oldHeader),
    engine,
  );
  expect(output).toMatch(/^Added: nothing\.\nAlready here, .+: 1 audit entry\.$/m);
  expect(await loggedIn(store)).toHaveLength(1);
});
