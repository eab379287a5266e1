import { expect, test } from 'vitest';
import type { Item } from '../../../scripts/transfer/format.ts';
import { commandLine, emptyHead, headAfter, linked } from '../../../src/shared/audit.ts';
import { appendTo } from '../../support/builders/audit.ts';
import { exportFile } from '../../support/builders/export-file.ts';
import { second } from '../../support/builders/record.ts';
import { runTransfer } from '../../support/servers/transfer-commands.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';

const user = 'u1';
const role: Item = { kind: 'role', user_id: user, role: 'admin' };

type RoleAction = 'granted' | 'revoked';

/** An export that still has the role, and has these audit entries. */
async function fileWith(...done: RoleAction[]): Promise<string> {
  const items: Item[] = [role];
  let head = emptyHead;
  for (const [i, action] of done.entries()) {
    const about = { id: `entry-${i}`, at: second(i), by: commandLine };
    const entry = await linked(head, { ...about, event: { action, user } });
    head = headAfter(entry);
    items.push({ kind: 'action', entry });
  }
  return exportFile(items);
}

const notGranted = /^Roles not granted.+: 1\.$/m;

onEachEngine((makeEngine) => {
  test.each<[RoleAction[], boolean]>([
    [[], true],
    [['granted', 'revoked'], false],
    [['granted', 'revoked', 'granted'], true],
  ])('an import of a role whose log is %j grants it: %s', async (done, isGranted) => {
    const engine = await makeEngine();
    const { code, said } = await runTransfer('import', await fileWith(...done), engine);
    expect(code).toBe(0);
    expect(notGranted.test(said)).toBe(!isGranted);
    expect(said).toContain(`, ${isGranted ? '1 role' : '0 roles'}, ${done.length} entr`);
    expect(await engine.open().hasRole(user, 'admin')).toBe(isGranted);
  });

  test('an import doesn’t grant a role that was revoked here after the export was made', async () => {
    const engine = await makeEngine();
    const backup = await fileWith('granted');
    await runTransfer('import', backup, engine);
    const store = engine.open();
    expect(await store.hasRole(user, 'admin')).toBe(true);
    await appendTo(store, { action: 'revoked', user });
    await store.revokeRole(user, 'admin');
    const { code, said } = await runTransfer('import', backup, engine);
    expect(code).toBe(0);
    expect(said).toMatch(notGranted);
    expect(await store.hasRole(user, 'admin')).toBe(false);
  });

  test('an import revokes a role that was revoked in the exported store', async () => {
    const engine = await makeEngine();
    await runTransfer('import', await fileWith('granted'), engine);
    const { said } = await runTransfer('import', await fileWith('granted', 'revoked'), engine);
    expect(said).toMatch(/^Roles revoked here, too: 1\.$/m);
    expect(await engine.open().hasRole(user, 'admin')).toBe(false);
  });
});
