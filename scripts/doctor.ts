/** `npm run doctor`: checks whether a deployment works with the settings in .env or the shell. */
import { parseArgs, styleText } from 'node:util';
import { orSentence } from './command.ts';
import { examine, liveWorld, type Check, type DoctorDeps, type Finding } from './doctor/check.ts';
import { admin, firestore, rules, schedule } from './doctor/firestore.ts';
import { accountKey } from './doctor/google.ts';
import { indexes } from './doctor/indexes.ts';
import { apiKey, authorizedDomains, signIn } from './doctor/sign-in.ts';
import { headers, health, home } from './doctor/site.ts';
import { services, siteAddress, variables } from './doctor/variables.ts';
import { alerts, testEvent, webhook } from './doctor/webhook.ts';
import { loadSettings } from './local/environment.ts';

/** In the order of the report. A check comes after those that it needs. */
export const checks: readonly Check[] = [
  variables,
  siteAddress,
  services,
  accountKey,
  firestore,
  schedule,
  indexes,
  rules,
  admin,
  signIn,
  authorizedDomains,
  apiKey,
  webhook,
  testEvent,
  alerts,
  home,
  headers,
  health,
];

/** Prints the findings and returns the exit code: 0, 1 if a check failed, or 2 for wrong arguments. */
export async function main(args: readonly string[], world: DoctorDeps): Promise<number> {
  const options = parse(args);
  if (!options) {
    console.error(usage);
    return 2;
  }
  if (options.watch) return watch(world);
  const findings = await examine(checks, world);
  console.log(asLines(findings));
  return isWell(findings) ? 0 : 1;
}

const usage =
  'The options of the doctor are --watch, and --env with a file: npm run doctor -- --env .env.live';

function parse(args: readonly string[]) {
  try {
    const options = { watch: { type: 'boolean' }, env: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch {
    return undefined;
  }
}

const watchEveryMs = 20_000;

/** Checks again until all is well, and prints what has changed. Sends nothing again that arrived. */
async function watch(world: DoctorDeps): Promise<number> {
  let left = checks;
  const printed = new Map<string, string>();
  for (;;) {
    const findings = await examine(left, world);
    // The detail of a check that passed may have a time in it.
    const says = ({ outcome, detail }: Finding) => (outcome === 'failed' ? detail : outcome);
    const changed = findings.filter((it) => printed.get(it.name) !== says(it));
    for (const it of changed) printed.set(it.name, says(it));
    if (changed.length > 0) console.log(asLines(changed));
    if (isWell(findings)) return 0;
    left = left.filter((it, i) => !it.sends || findings[i]?.outcome !== 'ok');
    await world.wait(watchEveryMs);
  }
}

const marks = {
  ok: styleText('green', 'ok     '),
  failed: styleText('red', 'FAILED '),
  skipped: styleText('dim', 'skipped'),
};

/** Skipped checks don't count; the failed check that caused them does. */
export const isWell = (findings: readonly Finding[]): boolean =>
  findings.every(({ outcome }) => outcome !== 'failed');

export function asLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(({ name, outcome, detail }) => `${marks[outcome]}  ${name.padEnd(width)}  ${detail}`)
    .join('\n');
}

if (import.meta.main) {
  await orSentence(async () => {
    const args = process.argv.slice(2);
    loadSettings(parse(args)?.env);
    const code = await main(args, liveWorld(process.env));
    // A check that timed out may still hold a connection open, so exit once the report is written.
    process.stdout.write('', () => process.exit(code));
  });
}
