import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasPostfix = (): boolean =>
  existsSync('/usr/sbin/postfix') && process.getuid?.() === 0;

/** A Postfix that delivers to mailboxes on this machine and can send nothing elsewhere. */
const services = (port: number): string =>
  [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'proxymap unix - - n - - proxymap',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'postlog unix-dgram n - n - 1 postlogd',
  ].join('\n');

const nobody = 65_534;

const settings = (folder: string, mailbox: string): string => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/log
inet_protocols = ipv4
myhostname = mail.example
mydestination =
virtual_mailbox_domains = ${mailbox.replace(/.*@/, '')}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = inline:{ ${mailbox}=box/ }
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
`;

/** Postfix with one mailbox, in a folder of its own, beside one that this machine may have. Needs root. */
export async function openPostfix(mailbox: string) {
  const folder = await mkdtemp(join(tmpdir(), 'postfix-'));
  // Its processes run as other users.
  await chmod(folder, 0o755);
  const config = join(folder, 'etc');
  for (const name of ['etc', 'queue', 'data', 'mail']) await mkdir(join(folder, name));
  await chown(join(folder, 'data'), Number(execFileSync('id', ['-u', 'postfix'])), 0);
  await chown(join(folder, 'mail'), nobody, nobody);
  const port = await freePort();
  await writeFile(join(config, 'main.cf'), settings(folder, mailbox));
  await writeFile(join(config, 'master.cf'), `${services(port)}\n`);
  // It returns once the server answers, and stops only the one whose id is in this folder.
  const postfix = (what: string) =>
    execFileSync('postfix', ['-c', config, what], { stdio: 'ignore' });
  postfix('start');

  const arrived = join(folder, 'mail/box/new');
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The mails in the mailbox. */
    mails: async (): Promise<string[]> => {
      const names = await readdir(arrived).catch(() => []);
      return Promise.all(names.map((it) => readFile(join(arrived, it), 'utf8')));
    },
    [Symbol.asyncDispose]: async () => {
      postfix('stop');
      await rm(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
