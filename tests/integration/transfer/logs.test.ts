import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consentCertificate } from '../../../functions/inbox/consent-certificate.ts';
import type { Store } from '../../../functions/store/port.ts';
import { brokenIn, byHash, logsIn } from '../../../scripts/transfer/log.ts';
import { firstMisfit, importing } from '../../../src/shared/audit.ts';
import { appendTo } from '../../support/builders/audit.ts';
import { exportFile, runTransfer } from '../../support/servers/transfer-commands.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { bearer, get } from '../../support/builders/requests.ts';
import {
  aFolder,
  onEachEngine,
  sqliteEngine,
  type Engine,
} from '../../support/worlds/each-engine.ts';
import { worldWith } from '../../support/worlds/world.ts';

/** A site that was set up: its log has an entry already. */
async function setUp(engine: Engine): Promise<Store> {
  const store = engine.open();
  await appendTo(store, { action: 'granted', user: 'ada' });
  await store.grantRole('ada', 'admin');
  return store;
}

async function certificateOf(id: string, store: Store): Promise<string> {
  const verify = () => Promise.resolve({ uid: 'ada', email: 'ada@example.com' });
  const asked = get(`/api/consent-certificate?id=${id}`, bearer('token'));
  return (await consentCertificate(asked, worldWith(store, { verify }))).text();
}

const hashIn = (certificate: string): string => /id="hash">([^<]*)</.exec(certificate)?.[1] ?? '';

async function move(from: Engine, to: Engine): Promise<void> {
  const file = join(await aFolder(), 'all.jsonl');
  expect(await runTransfer('export', file, from)).toMatchObject({ code: 0 });
  expect(await runTransfer('import', file, to)).toMatchObject({ code: 0 });
}

onEachEngine((makeEngine) => {
  test('moved twice there and back, no entry of a log is lost, and each certificate verifies', async () => {
    const engines = [await makeEngine(), await sqliteEngine()] as const;
    const [here, there] = [await setUp(engines[0]), await setUp(engines[1])];
    const certified = new Map<string, string>();
    const entries = new Set<string>();
    for (const round of [1, 2]) {
      for (const [store, from, to] of [
        [here, ...engines],
        [there, engines[1], engines[0]],
      ] as const) {
        const lead = aRecord({ id: `${round}-${from === engines[0] ? 'here' : 'there'}` });
        await store.create(lead);
        certified.set(lead.id, hashIn(await certificateOf(lead.id, store)));
        for (const hash of byHash(await logsIn(store)).keys()) entries.add(hash);
        await move(from, to);
      }
    }
    for (const store of [here, there]) {
      const logs = await logsIn(store);
      const kept = byHash(logs);
      expect([...entries].filter((it) => !kept.has(it))).toEqual([]);
      expect(brokenIn(logs)).toEqual([]);
      const { entries: own, head } = await store.audit({ limit: 99 });
      expect(await firstMisfit(own.toReversed(), head)).toBeUndefined();
      for (const [id, hash] of certified) {
        if (!(await store.get(id))) continue;
        const certificate = await certificateOf(id, store);
        expect(hashIn(certificate)).toBe(hash);
        expect(certificate).not.toContain('Not as it was');
        expect(kept.get(hash)?.event).toMatchObject({ action: 'certified', submission: id });
      }
    }
    expect(await there.get('2-here')).toBeDefined();
  });

  test('an import logs each role that it grants and each opt-out that it adds, once', async () => {
    const engine = await makeEngine();
    const file = await exportFile([
      { kind: 'role', user_id: 'lee', role: 'admin' },
      { kind: 'opt-out', hash: 'a'.repeat(64), at: second(0) },
    ]);
    for (let i = 0; i < 2; i++) await runTransfer('import', file, engine);
    const { entries } = await engine.open().audit({ limit: 9 });
    expect(entries).toMatchObject([
      { by: importing, event: { action: 'granted', user: 'lee' } },
      { by: importing, event: { action: 'opted-out', submission: null } },
    ]);
    expect(entries).toHaveLength(2);
  });
});
