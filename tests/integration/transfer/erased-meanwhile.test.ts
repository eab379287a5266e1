import { expect, test } from 'vitest';
import { exportStore } from '../../../scripts/transfer/export.ts';
import type { Line } from '../../../scripts/transfer/format.ts';
import type { Store } from '../../../functions/store/port.ts';
import { fileWith, runTransfer, startTransfer } from '../../support/servers/transfer-commands.ts';
import { collect } from '../../support/builders/many-leads.ts';
import { aRecord } from '../../support/builders/record.ts';
import { onEachEngine, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { eraseIn, expectErased } from '../../support/worlds/stored.ts';

/** The first and the last lead of an export. */
const [first, last] = ['0-first', 'z-last'];

/** Exports a store and does something else after each page. */
async function exportWhile(
  store: Store,
  afterPage: (page: readonly Line[]) => Promise<unknown> | undefined,
): Promise<Line[]> {
  const lines: Line[] = [];
  const write = async (page: readonly Line[]) => {
    lines.push(...page);
    await afterPage(page);
  };
  await exportStore(store, 'a test', write, () => undefined);
  return lines;
}

onEachEngine((makeEngine) => {
  test('a lead that is erased while an export runs is neither stored by the import nor sent to its webhook', async () => {
    const store = (await makeEngine()).open();
    for (const id of [first, 'm', last]) await store.create(aRecord({ id }));
    const lines = await exportWhile(store, (page) =>
      page[0]?.kind === 'submission' ? eraseIn(store, first, last) : undefined,
    );
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'submission' }));
    const other = await makeEngine();
    const file = await fileWith(lines);
    const taken = await runTransfer('import', file, other);
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.said).toMatch(/^Stored 1 submission, 2 tombstones.+; 0 were here/m);
    expect(taken.said).toMatch(/^Submissions that were erased later.+: 2\.$/m);
    await expectErased(other, first, last);
    expect((await other.open().tombstone(first))?.consent).toMatchObject({
      version: aRecord().consent.version,
    });
    expect((await runTransfer('import', file, other)).said).toMatch(
      /^Stored 0 submissions, 0 tomb/m,
    );
  });

  test('an import that was killed has stored no erased lead, and the next one completes it', async () => {
    const source = (await sqliteEngine()).open();
    // An import stores them in several steps, and a kill has to come between two.
    const count = 800;
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
    const none = await store.lastChange();
    await using run = await startTransfer('import', [file], engine);
    await expect.poll(() => store.lastChange(), { interval: 5 }).not.toBe(none);
    run.signal('SIGKILL');
    expect(await run.exit).toMatchObject({ signal: 'SIGKILL' });
    const there = new Set(
      (await stored()).map((it) => it.kind === 'submission' && it.submission.id),
    );
    expect(there.size).toBeLessThan(count - erased.length);
    expect(erased.filter((id) => there.has(id))).toEqual([]);

    const again = await runTransfer('import', file, engine);
    expect(again).toMatchObject({ code: 0 });
    expect(again.said).not.toMatch(/ 0 were here already/);
    await expectErased(engine, ...erased.slice(0, 20));
    const leads = (await stored()).filter(({ kind }) => kind === 'submission');
    expect(leads).toHaveLength(count - erased.length);
  }, 240_000);
});
