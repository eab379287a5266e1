/** Delivers a lead to a real mail server, and reads it from the mailbox. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { submitContact } from '../../functions/intake/submit-contact.ts';
import { freePort } from '../support/servers/local-server.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { aSubmission, submitting } from '../support/builders/requests.ts';
import { owner, sales } from '../support/worlds/delivery-world.ts';
import { aWorld, mailBy } from '../support/worlds/world.ts';

const hasPostfix = (): boolean => existsSync('/usr/sbin/postfix') && process.getuid?.() === 0;

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

/** Postfix with one mailbox, in its own folder, beside an installed one. Needs root. */
async function openPostfix(mailbox: string) {
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
  // `postfix start` returns once the server answers; `postfix stop` ends only the server of this folder.
  const postfix = (what: string) =>
    execFileSync('postfix', ['-c', config, what], { stdio: 'ignore' });
  postfix('start');

  const arrived = join(folder, 'mail/box/new');
  return {
    url: `smtp://127.0.0.1:${port}`,
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

test('a lead goes from the form into a mailbox of Postfix, and a reply goes to the visitor', async ({
  skip,
}) => {
  skip(
    !hasPostfix(),
    'Postfix starts only for root, and is installed only on Debian and its like.',
  );
  await using postfix = await openPostfix(sales);
  await using world = aWorld({ webhook: mailBy(postfix.url, sales, owner) });
  const message = `Zoë’s roof 🌳\n.\n..\nFrom here\n${'long '.repeat(150)}`.trim();
  const lead = aSubmission({ name: 'Zoë "Z" Roe\r\nBcc: x@evil.example', message });
  expect((await submitContact(submitting(lead), world.deps)).status).toBe(201);
  await world.settle();
  // The other address doesn't exist.
  const [attempt] = (await world.store.get(lead.id))?.attempts ?? [];
  expect(attempt?.status).toBe(550);
  expect(attempt?.answer).toContain(`${owner} was refused: 550 5.1.1`);

  await expect.poll(postfix.mails).toHaveLength(1);
  const [raw = ''] = await postfix.mails();
  expect(raw).toMatch(/^Delivered-To: sales@company\.example$/m);
  const mail = await PostalMime.parse(raw);
  expect(mail).toMatchObject({
    messageId: `<${lead.id}@leadwright.example>`,
    subject: 'Roofing / Gutters: Zoë "Z" Roe Bcc: x@evil.example',
    from: { name: 'Leads from leadwright.example', address: sales },
    to: [{ address: sales }, { address: owner }],
    replyTo: [{ address: lead.email }],
    date: '2026-03-02T15:04:05.000Z',
    attachments: [],
  });
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
  for (const part of [mail.text, String(mail.html)]) {
    expect(part).toContain('long long long');
    expect(part).toContain(lead.phone);
    expect(part).toContain(currentConsent.version);
    expect(part).toContain(`https://leadwright.example/admin?q=${lead.id}`);
  }
  expect(mail.text).toContain(message.replace(/^/gm, '> '));
  expect(mail.html).toContain(`href="mailto:${lead.email}"`);
});
