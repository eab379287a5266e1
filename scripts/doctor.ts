/** `npm run doctor`: checks whether a deployment works with the settings in .env or the shell. Decision 0024. */
import { setTimeout } from 'node:timers/promises';
import { parseArgs, styleText } from 'node:util';
import { send, type Send } from '../functions/delivery/webhook/post.ts';
import { openStore, type Storage } from '../functions/store/open.ts';
import type { Store } from '../functions/store/port.ts';
import { orSentence, orUsage } from './command.ts';
import { admin, firestore, rules, schedule } from './doctor/firestore.ts';
import { accountKey } from './doctor/google.ts';
import { indexes } from './doctor/indexes.ts';
import { Report, type Finding } from './doctor/report.ts';
import { apiKey, authorizedDomains, signIn } from './doctor/sign-in.ts';
import { headers, health, home } from './doctor/site.ts';
import { services, siteAddress, variables } from './doctor/variables.ts';
import { alerts, testEvent, webhook } from './doctor/webhook.ts';
import { loadSettings } from './local/environment.ts';

/** Everything outside the process that checks use. */
export interface DoctorDeps {
  env: Readonly<Record<string, string | undefined>>;
  fetch: typeof fetch;
  openStore: (storage: Storage) => Promise<Store>;
  send: Send;
  wait: (ms: number) => Promise<unknown>;
}

/** All checks, but for tests that were sent and have arrived. */
export function examine(world: DoctorDeps, arrived = new Set<string>()): Promise<Finding[]> {
  const { env, fetch, openStore, send } = world;
  const report = new Report();

  report.check('variables', () => variables(env));
  const address = report.check('site address', () => siteAddress(env));
  const account = report.check('service account', () => services(env));

  const google = report.check('account key', async () => accountKey(await account(), fetch));
  const watch = report.check('Firestore', async () =>
    firestore(await account(), await google(), openStore),
  );
  report.check('schedule', async () => schedule(await watch()));
  const withDatabase = async () => {
    await watch();
    return google();
  };
  report.check('indexes', async () => indexes(await withDatabase()));
  report.check('rules', async () => rules(await withDatabase()));
  report.check('admin', async () => admin(await withDatabase()));

  const signing = report.check('sign-in', async () => signIn(await google()));
  report.check('authorized domains', async () =>
    authorizedDomains(env, await address(), await signing()),
  );
  report.check('API key', async () => apiKey(env, await address(), await signing()));

  const target = report.check('webhook', () => webhook(env));
  if (!arrived.has('test event'))
    report.check('test event', async () => testEvent(await target(), send));
  if (!arrived.has('alerts'))
    report.check('alerts', async () => alerts(env, await address(), send));

  const site = report.check('site', async () => home(await address(), fetch));
  report.check('headers', async () => headers(await site(), fetch));
  report.check('health', async () => health(await site(), fetch));
  return report.findings();
}

/** Prints the findings. With `watches`, it checks again until all is well, and prints what has changed. */
export async function main(world: DoctorDeps, watches = false): Promise<boolean> {
  const printed = new Map<string, string>();
  const arrived = new Set<string>();
  for (;;) {
    const findings = await examine(world, arrived);
    // The detail of a check that passed may have a time in it.
    const says = ({ outcome, detail }: Finding) => (outcome === 'failed' ? detail : outcome);
    const changed = findings.filter((it) => printed.get(it.name) !== says(it));
    if (changed.length > 0) console.log(asLines(changed));
    // Skipped checks don't count; the failed check that caused them does.
    const isWell = findings.every(({ outcome }) => outcome !== 'failed');
    if (isWell || !watches) return isWell;
    for (const it of findings) {
      printed.set(it.name, says(it));
      if (it.outcome === 'ok') arrived.add(it.name);
    }
    await world.wait(watchEveryMs);
  }
}

const watchEveryMs = 20_000;

const marks = {
  ok: styleText('green', 'ok     '),
  failed: styleText('red', 'FAILED '),
  skipped: styleText('dim', 'skipped'),
};

export function asLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(({ name, outcome, detail }) => `${marks[outcome]}  ${name.padEnd(width)}  ${detail}`)
    .join('\n');
}

if (import.meta.main) {
  await orSentence(async () => {
    const { env, watch } = orUsage(
      () => parseArgs({ options: { watch: { type: 'boolean' }, env: { type: 'string' } } }).values,
      'The options of the doctor are --watch, and --env with a file: npm run doctor -- --env .env.live',
    );
    loadSettings(env);
    const isWell = await main(
      {
        env: process.env,
        fetch,
        // The log would mix with the report.
        openStore: (storage) => openStore(storage, () => undefined),
        send,
        wait: setTimeout,
      },
      watch,
    );
    // Open connections would keep the process alive for seconds, so exit once the report is written.
    process.stdout.write('', () => process.exit(isWell ? 0 : 1));
  });
}
