/** `npm run doctor`: checks whether a deployment works with the settings in .env or the shell. */
import { parseArgs, styleText } from 'node:util';
import { orSentence } from './command.ts';
import { apiKeyChecks } from './doctor/accounts/api-key.ts';
import { authDomain, authorizedDomains, signIn } from './doctor/accounts/sign-in.ts';
import { alerts } from './doctor/alerts.ts';
import { liveWorld, type Check, type DoctorDeps, type Finding } from './doctor/check.ts';
import { examine } from './doctor/examine.ts';
import { indexes } from './doctor/firestore/indexes.ts';
import { firestore } from './doctor/firestore/reachable.ts';
import { rules } from './doctor/firestore/rules.ts';
import { accountKey } from './doctor/google/key.ts';
import { clock, nodeVersion } from './doctor/machine.ts';
import { canary, schedule, unsentAlerts } from './doctor/schedule.ts';
import {
  privacyKey,
  retention,
  services,
  siteAddress,
  size,
  submitLimit,
} from './doctor/settings.ts';
import { functions, headers, home } from './doctor/site.ts';
import { testEvent, webhook, webhookAddress } from './doctor/webhook.ts';
import { loadSettings } from './local/environment.ts';

/** In the order of the report. A check comes after those that it needs. */
export const checks: readonly Check[] = [
  size,
  nodeVersion,
  submitLimit,
  retention,
  privacyKey,
  siteAddress,
  services,
  accountKey,
  firestore,
  schedule,
  unsentAlerts,
  canary,
  indexes,
  rules,
  signIn,
  authDomain,
  authorizedDomains,
  ...apiKeyChecks,
  webhook,
  webhookAddress,
  testEvent,
  alerts,
  home,
  clock,
  headers,
  functions,
];

/** Prints the findings and returns the exit code: 0, 1 if a check failed, or 2 for wrong arguments. */
export async function main(
  args: readonly string[],
  checks: readonly Check[],
  world: DoctorDeps,
): Promise<number> {
  const options = parse(args);
  if (!options) {
    console.error(usage);
    return 2;
  }
  if (options.watch) return watch(checks, world);
  const findings = await examine(checks, world);
  console.log(options.json ? asJson(findings) : asLines(findings));
  return isWell(findings) ? 0 : 1;
}

const usage = `The options of the doctor are --json (npm run --silent doctor -- --json) or --watch, and --env with a file, as in --env .env.live.`;

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' }, watch: { type: 'boolean' }, env: { type: 'string' } },
    });
    return values.json && values.watch ? undefined : values;
  } catch {
    return undefined;
  }
}

const watchEveryMs = 20_000;

/** Checks again until all is well, and prints what has changed. */
async function watch(checks: readonly Check[], world: DoctorDeps): Promise<number> {
  const repeated = checks.map((it) => (it.sends ? untilPassed(it) : it));
  let printed: readonly Finding[] = [];
  for (;;) {
    const findings = await examine(repeated, world);
    const changed = findings.filter((it, i) => says(it) !== says(printed[i]));
    if (changed.length > 0) console.log(asLines(changed));
    if (isWell(findings)) return 0;
    printed = findings;
    await world.wait(watchEveryMs);
  }
}

/** The detail of a check that passed may have a time in it. */
const says = (finding: Finding | undefined): string | undefined =>
  finding?.outcome === 'failed' ? finding.detail : finding?.outcome;

/** No other check needs one that sends something. */
function untilPassed(check: Check): Check {
  let passed: ReturnType<Check['run']> | undefined;
  return {
    ...check,
    run: async (...given) => (passed ??= await check.run(...given)),
  };
}

const marks = {
  ok: styleText('green', 'ok     '),
  failed: styleText('red', 'FAILED '),
  skipped: styleText('dim', 'skipped'),
};

/** Skipped checks don't count; the failed check that caused them does. */
export const isWell = (findings: readonly Finding[]): boolean =>
  findings.every(({ outcome }) => outcome !== 'failed');

export const asJson = (findings: readonly Finding[]): string =>
  JSON.stringify({ ok: isWell(findings), checks: findings }, null, 2);

export function asLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(({ name, outcome, detail }) => `${marks[outcome]}  ${name.padEnd(width)}  ${detail}`)
    .join('\n');
}

if (import.meta.main) {
  await orSentence(async () => {
    const args = process.argv.slice(2);
    const file = parse(args)?.env;
    loadSettings(file);
    const code = await main(args, checks, liveWorld(process.env, file));
    // A check that timed out may still hold a connection open, so exit once the report is written.
    process.stdout.write('', () => process.exit(code));
  });
}
