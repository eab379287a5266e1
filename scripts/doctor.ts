/**
 * `npm run doctor`: checks whether a deployment works with the settings in .env or the shell. It uses the parsers,
 * address check and sender of the functions: a second implementation could accept settings that fail in production.
 */
import { parseArgs, styleText } from 'node:util';
import { send } from '../functions/delivery/send.ts';
import { orSentence, orUsage } from './command.ts';
import { admin, firestore, indexes, privacyKey, rules } from './doctor/firestore.ts';
import { accountKey } from './doctor/google.ts';
import { Report, type Finding } from './doctor/findings.ts';
import { apiKey, authorizedDomains, signIn } from './doctor/sign-in.ts';
import { headers, health, home } from './doctor/site.ts';
import { owner } from './doctor/own-words.ts';
import { serviceAccount, siteAddress, variables } from './doctor/variables.ts';
import { connect, chatsAndMailboxes, rights, webhook, type Lines } from './doctor/receivers.ts';
import { loadSettings } from './local/environment.ts';

/** Everything outside the process that checks use. */
export interface DoctorDeps extends Lines {
  env: Readonly<Record<string, string | undefined>>;
  fetch: typeof fetch;
}

export function examine({ env, fetch, ...lines }: DoctorDeps): Promise<Finding[]> {
  const report = new Report();

  report.check('owner', owner);
  report.check('variables', () => variables(env));
  const address = report.check('site address', () => siteAddress(env));
  const account = report.check('service account', () => serviceAccount(env));

  const google = report.check('account key', async () => accountKey(await account(), fetch));
  const database = report.check('Firestore', async () => firestore(await google()));
  const withDatabase = async () => {
    await database();
    return google();
  };
  report.check('indexes', async () => indexes(await withDatabase()));
  report.check('rules', async () => rules(await withDatabase()));
  report.check('privacy key', async () => privacyKey(env, await withDatabase()));
  report.check('admin', async () => admin(await database()));

  const signing = report.check('sign-in', async () => signIn(await google()));
  report.check('authorized domains', async () =>
    authorizedDomains(env, await address(), await signing()),
  );
  report.check('API key', async () => apiKey(env, await address(), await signing()));

  report.check('webhook', () => webhook(env, lines));
  report.check('alerts', async () => chatsAndMailboxes('ALERT_URL', env, await address(), lines));
  report.check('notices', async () => chatsAndMailboxes('NOTICE_TO', env, await address(), lines));
  report.check('rights', () => rights(env, lines));

  const site = report.check('site', async () => home(await address(), fetch));
  report.check('headers', async () => headers(await site(), env, fetch));
  report.check('health', async () => health(await site(), env, fetch));
  return report.findings();
}

/** Prints the findings. Returns whether no check failed. */
export async function main(world: DoctorDeps): Promise<boolean> {
  const findings = await examine(world);
  console.log(asLines(findings));
  return findings.every(({ outcome }) => outcome !== 'failed');
}

const marks = {
  ok: styleText('green', 'ok     '),
  failed: styleText('red', 'FAILED '),
  note: styleText('yellow', 'note   '),
  skipped: styleText('dim', 'skipped'),
};

export function asLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(({ name, outcome, detail }) => {
      const lines = detail.replaceAll('\n', `\n${' '.repeat(width + 11)}`);
      return `${marks[outcome]}  ${name.padEnd(width)}  ${lines}`;
    })
    .join('\n');
}

if (import.meta.main) {
  await orSentence(async () => {
    const { values } = orUsage(
      () => parseArgs({ options: { env: { type: 'string' }, test: { type: 'boolean' } } }),
      'The options of the doctor are --env with a file, and --test to send a test to each receiver: npm run doctor -- --env .env.live',
    );
    loadSettings(values.env);
    const world = { env: process.env, fetch, send, connect, sendsTests: values.test ?? false };
    const isWell = await main(world);
    // Open connections would keep the process alive for seconds, so exit once the report is written.
    process.stdout.write('', () => process.exit(isWell ? 0 : 1));
  });
}
