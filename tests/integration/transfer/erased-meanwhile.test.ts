import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportStore } from '../../../scripts/transfer/export.ts';
import type { Line } from '../../../scripts/transfer/format.ts';
import { appendTo } from '../../support/builders/audit.ts';
import { collect } from '../../support/builders/many-leads.ts';
import { aFolder, onEachEngine, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { eraseIn, expectErased } from '../../support/worlds/expect-erased.ts';
import { fileWith, memoryTarget } from '../../support/builders/export-file.ts';
import { runTransfer, pipe, startTransfer } from '../../support/servers/transfer.ts';
import { aRecord } from '../../support/builders/record.ts';

/** The first and the last lead of an export. */
const [first, last] = ['0-first', 'z-last'];

onEachEngine((makeEngine) => {
  describe('a lead that is erased while an export runs', () => {
    test('is neither stored by the import nor sent to its webhook', async () => {
      const store = (await makeEngine()).open();
      for (const id of [first, 'm', last]) await store.create(aRecord({ id }));
      let erased: unknown;
      const { target, lines } = memoryTarget(
        () => (erased ??= eraseIn(store, first, last)) as Promise<unknown>,
      );
      await exportStore(store, target, () => undefined);
      expect(lines).toContainEqual(expect.objectContaining({ kind: 'submission' }));
      const late = lines.filter((it) => it.kind === 'tombstone' && it.late);
      expect(late).toMatchObject([{ tombstone: { id: first } }, { tombstone: { id: last } }]);

      const other = await makeEngine();
      const file = await fileWith(lines);
      const taken = await runTransfer('import', file, other);
      expect(taken).toMatchObject({ code: 0 });
      expect(taken.said).toMatch(/^Stored 1 submission, 2 tombstones.+; 0 were here/m);
      expect(taken.said).toMatch(/^2 submissions in it were erased later: only their tombstones/m);
      await expectErased(other, first, last);
      expect((await other.open().tombstone(first))?.consent).toMatchObject({
        version: aRecord().consent.version,
      });
      expect((await runTransfer('import', file, other)).said).toMatch(
        /^Stored 0 submissions, 0 tomb/m,
      );
    });

    test('is erased by its tombstone if its audit entry came too late for the export', async () => {
      const store = (await makeEngine()).open();
      await store.create(aRecord({ id: first }));
      await appendTo(store);
      const { target, lines } = memoryTarget((page) =>
        page.some(({ kind }) => kind === 'action')
          ? store.erase([first], new Date().toISOString())
          : Promise.resolve(),
      );
      await exportStore(store, target, () => undefined);
      const other = await makeEngine();
      expect(await runTransfer('import', await fileWith(lines), other)).toMatchObject({ code: 0 });
      await expectErased(other, first);
    });

    test('is erased even if the export was interrupted and continued', async () => {
      const engine = await makeEngine();
      const store = engine.open();
      for (const id of [first, last]) await store.create(aRecord({ id }));
      await appendTo(store);
      const whole = join(await aFolder(), 'all.jsonl');
      await runTransfer('export', whole, engine);
      const lines = (await readFile(whole, 'utf8')).trimEnd().split('\n');
      await eraseIn(store, first, last);
      // Cut off after the first lead, after both, after the audit log, and after one late tombstone.
      for (const count of [2, 3, 4]) {
        const file = `${whole}.${count}`;
        await writeFile(`${file}.part`, `${lines.slice(0, count).join('\n')}\n`);
        expect(await runTransfer('export', file, engine)).toMatchObject({ code: 0 });
        const other = await makeEngine();
        expect(await runTransfer('import', file, other)).toMatchObject({ code: 0 });
        await expectErased(other, first, last);
      }
      const behind = (await readFile(`${whole}.4`, 'utf8')).split('\n').slice(0, 5).join('\n');
      await writeFile(`${whole}.5.part`, `${behind}\n`);
      expect(await runTransfer('export', `${whole}.5`, engine)).toMatchObject({ code: 0 });
      expect(await readFile(`${whole}.5`, 'utf8')).toBe(await readFile(`${whole}.4`, 'utf8'));
    }, 240_000);
  });

  test('an import that was killed has stored no erased lead', async () => {
    const engine = await makeEngine();
    const source = (await sqliteEngine()).open();
    await collect(source, 1500);
    const erased = (await source.keptAfter(undefined, 300)).found
      .filter((it) => it.kind === 'submission')
      .map((it) => it.submission.id);
    const { target, lines } = memoryTarget((page: readonly Line[]) =>
      page.some(({ kind }) => kind === 'action') ? eraseIn(source, ...erased) : Promise.resolve(),
    );
    await exportStore(source, target, () => undefined);
    const file = await fileWith(lines);

    const store = engine.open();
    await using run = await startTransfer('import', file, engine);
    const some = async () => (await store.keptAfter(undefined, 1)).found.length > 0;
    await expect.poll(some, { interval: 5 }).toBe(true);
    run.signal('SIGKILL');
    await run.exit;
    const there = await Promise.all(erased.slice(0, 100).map((id) => store.get(id)));
    expect(there.filter((it) => it !== undefined)).toEqual([]);

    expect(await runTransfer('import', file, engine)).toMatchObject({ code: 0 });
    await expectErased(engine, ...erased.slice(0, 20));
  }, 240_000);
});

test('an import from a pipe erases the same leads and leaves no copy on the disk', async () => {
  const [one, other] = [await sqliteEngine(), await sqliteEngine()];
  const store = one.open();
  await store.create(aRecord({ id: first }));
  await store.create(aRecord({ id: last }));
  await eraseIn(store, first);
  const temporary = await aFolder();
  const env = { ...other.env, TMPDIR: temporary };
  expect(await pipe(one, { ...other, env })).toMatchObject({ code: 0 });
  await expectErased(other, first);
  expect(await other.open().get(last)).toBeDefined();
  expect(await readdir(temporary)).toEqual([]);
});
