/**
 * `npx node scripts/transfer/verify.ts <export> [<certificates of the timestamp authority>]`: verifies the
 * audit logs in an export, without the site, and their timestamps with OpenSSL.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from '../../src/copy/audit.ts';
import { counted } from '../../src/copy/counted.ts';
import { entriesOf, firstMisfit, type EntryOf } from '../../src/shared/audit.ts';
import { ensure, orSentence, orUsage, StartError } from '../command.ts';
import { brokenIn, headOf, type Logs } from './log.ts';
import { readExport } from './read-export.ts';
import type { Say } from './say.ts';

export async function verifyLogs(logs: Logs, authority: string | undefined, say: Say) {
  const head = headOf(logs.own);
  const misfit = await firstMisfit(logs.own, head);
  if (misfit) throw new StartError(audit.check.misfit[misfit.why](misfit.number));
  const [broken] = brokenIn(logs);
  ensure(!broken, `The log that entry ${broken?.number} names as imported was changed.`);
  say(`The log is whole. It ends with entry ${head.count}, ${head.hash}.`);
  const stamped = entriesOf('witnessed', [...logs.own, ...logs.imported]).filter(
    (it) => it.event.token !== null,
  );
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'timestamp-'));
  for (const it of stamped) await requireStamped(it, path.join(folder.path, 'answer'), authority);
  say(`${counted(stamped.length, 'timestamp is', 'timestamps are')} valid.`);
  for (const { event, at } of entriesOf('witnessed', logs.own)) {
    const how = event.token === null ? 'without' : 'with';
    say(`${at}: entry ${event.count}, ${event.hash}, was sent away ${how} a timestamp.`);
  }
}

/** An entry is appended right after its timestamp was made. */
const mostMinutesApart = 60;

/** A new timestamp can be had for an old entry, so its time counts, too. */
async function requireStamped(
  { number, at, event }: EntryOf<'witnessed'>,
  file: string,
  authority: string | undefined,
): Promise<void> {
  ensure(authority, 'Name a file with the certificates of the timestamp authority, too.');
  ensure(existsSync(authority), `There is no file ${authority}.`);
  await writeFile(file, event.token ?? '', 'base64');
  const openssl = (...args: string[]) =>
    spawnSync('openssl', ['ts', ...args, '-in', file], { encoding: 'utf8' });
  // The authority's certificate may have expired since.
  const then = String(Math.floor(Date.parse(at) / 1000));
  const verified = openssl('-verify', '-digest', event.hash, '-CAfile', authority, '-attime', then);
  ensure(!verified.error, 'OpenSSL is needed: install it.');
  ensure(verified.status === 0, `The timestamp in entry ${number} is not valid.`);
  const time = /^Time stamp: (.+)$/m.exec(openssl('-reply', '-text').stdout)?.[1] ?? '';
  ensure(
    Math.abs(Date.parse(time) - Date.parse(at)) < mostMinutesApart * 60_000,
    `The timestamp in entry ${number} is from another time: ${time}.`,
  );
}

if (import.meta.main) {
  await orSentence(async () => {
    const usage = 'Name the export, and the file with the certificates of the timestamp authority.';
    const [file = '', authority] = orUsage(() => {
      const { positionals } = parseArgs({ allowPositionals: true, options: {} });
      if (positionals.length < 1 || positionals.length > 2) throw new TypeError('Files are needed');
      return positionals;
    }, usage);
    await verifyLogs((await readExport(file)).logs, authority, console.error);
  });
}
