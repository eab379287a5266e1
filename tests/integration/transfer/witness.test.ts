import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { witness } from '../../../functions/watch/witness.ts';
import { listenOnLocalhost } from '../../../scripts/serve/listen.ts';
import {
  auditEntrySchema,
  emptyHead,
  entriesOf,
  headAfter,
  linked,
  type AuditEntry,
} from '../../../src/shared/audit.ts';
import { appendTo } from '../../support/builders/audit.ts';
import { exportFile } from '../../support/servers/transfer-commands.ts';
import { aFolder, onEachServer, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { hour, openWatchWorld } from '../../support/worlds/watch-world.ts';

const config = `
[tsa]
default_tsa = own
[own]
serial = serial
default_policy = 1.2.3.4
digests = sha256
signer_digest = sha256
[signer]
extendedKeyUsage = critical,timeStamping
[req]
distinguished_name = name
[name]
`;

/** A timestamp authority on this machine, which signs with OpenSSL. */
async function openAuthority() {
  const folder = await aFolder();
  const openssl = (args: string) =>
    execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' });
  await writeFile(join(folder, 'config'), config);
  openssl(
    'req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -days 2 -subj /CN=time -config config -extensions signer',
  );
  const stamp = async (query: Buffer) => {
    await writeFile(join(folder, 'query'), query);
    return openssl('ts -reply -config config -signer cert -inkey key -queryfile query');
  };
  const server = createServer((request, response) => {
    void buffer(request).then(async (query) => response.end(await stamp(query)));
  });
  const url = new URL(`http://127.0.0.1:${await listenOnLocalhost(server, 0)}/`);
  onTestFinished(() => void server.close());
  return { url, certificate: join(folder, 'cert') };
}

const script = resolve(import.meta.dirname, '../../../scripts/transfer/verify.ts');

/** Exports these entries and verifies them, as a reader would who has nothing else. */
async function verified(entries: readonly AuditEntry[], certificate: string) {
  const file = await exportFile(entries.map((entry) => ({ kind: 'action', entry })));
  const { status, stderr } = spawnSync(process.execPath, [script, file, certificate], {
    encoding: 'utf8',
  });
  return { status, said: stderr };
}

const tomorrow = new Date(Date.now() + 24 * hour).toISOString();

/** All entries with another time, linked anew, as by somebody who can write the store. */
async function rewritten(entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const all: AuditEntry[] = [];
  let head = emptyHead;
  for (const it of entries) {
    const event = it.event.action === 'witnessed' ? { ...it.event, ...head } : it.event;
    const entry = await linked(head, { ...it, at: tomorrow, event });
    all.push(entry);
    head = headAfter(entry);
  }
  return all;
}

async function aWorld(store: Parameters<typeof openWatchWorld>[0], timestamps: URL) {
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const world = await openWatchWorld(store, { fetch, now }, { timestamps });
  const entries = async () => {
    const { entries: newestFirst } = await store.audit({ limit: 99 });
    return newestFirst.toReversed().map((it) => auditEntrySchema.parse(it));
  };
  return { ...world, entries, later: (hours: number) => (passed += hours * hour) };
}

onEachServer((makeEngine) => {
  test('the end of the log is sent away once a day, and its timestamps verify without the site', async () => {
    const authority = await openAuthority();
    const store = (await makeEngine()).open();
    const world = await aWorld(store, authority.url);
    await witness(world.deps);
    expect(await world.entries()).toEqual([]);
    const { hash } = await appendTo(store);
    await witness(world.deps);
    await witness(world.deps);
    await world.run();
    expect(world.news()).toEqual([expect.stringContaining(`ends today with entry 1, ${hash}`)]);
    const entries = await world.entries();
    expect(entries).toMatchObject([{}, { event: { action: 'witnessed', count: 1, hash } }]);
    const { status, said } = await verified(entries, authority.certificate);
    expect({ status, said }).toMatchObject({ status: 0 });
    expect(said).toContain(`entry 1, ${hash}, was sent away with a timestamp.`);
    const mistyped = await verified(entries, `${authority.certificate}.gone`);
    expect(mistyped.said).toMatch(/^There is no file .+\.gone\.$/m);

    await appendTo(store);
    world.later(22);
    await witness(world.deps);
    expect(entriesOf('witnessed', await world.entries())).toHaveLength(1);
    world.later(2);
    await witness(world.deps);
    expect(entriesOf('witnessed', await world.entries())).toMatchObject([
      {},
      { event: { count: 3 } },
    ]);
  });
});

test('a log that was written anew has no valid timestamp, not even with a new one', async () => {
  const authority = await openAuthority();
  const store = (await sqliteEngine()).open();
  const world = await aWorld(store, authority.url);
  await appendTo(store);
  await witness(world.deps);
  const forged = await rewritten(await world.entries());
  const expectFault = async (entries: AuditEntry[], sentence: string) => {
    expect(await verified(entries, authority.certificate)).toEqual({
      status: 1,
      said: expect.stringContaining(sentence) as string,
    });
  };
  await expectFault(forged, 'The timestamp in entry 2 is not valid.');

  const other = (await sqliteEngine()).open();
  const { deps, entries } = await aWorld(other, authority.url);
  for (const it of forged.slice(0, 1)) await other.appendAudit(() => Promise.resolve(it));
  await witness(deps);
  // Its timestamp is right for the new entry, and from today.
  const stamped = await rewritten(await entries());
  expect(stamped[0]).toEqual(forged[0]);
  await expectFault(stamped, 'The timestamp in entry 2 is from another time');
});

test('without an answer of the authority, the alert addresses get the end all the same', async () => {
  const store = (await sqliteEngine()).open();
  const world = await aWorld(store, new URL('http://127.0.0.1:9/'));
  await appendTo(store);
  await witness(world.deps);
  await world.run();
  expect(world.news()).toHaveLength(1);
  expect(entriesOf('witnessed', await world.entries())).toMatchObject([{ event: { token: null } }]);
  expect(world.log).toContainEqual(expect.objectContaining({ event: 'witness' }));
});
