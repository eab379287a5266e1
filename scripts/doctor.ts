/** `npm run doctor`: checks whether a deployment works with the settings in .env or the shell. */
import { checks } from './doctor/checks.ts';
import { liveWorld, type Check, type Finding, type DoctorDeps } from './doctor/check.ts';
import { loadDotEnv } from './local/environment.ts';
import { orSentence } from './start-error.ts';
import { parseArgs, styleText } from 'node:util';
import { examine } from './doctor/examine.ts';

/** Prints the findings and returns the exit code: 0, 1 if a check failed, or 2 for wrong arguments. */
export async function main(
  args: readonly string[],
  checks: readonly Check[],
  world: DoctorDeps,
): Promise<number> {
  const options = parse(args);
  if (!options) {
    console.error('The only option of the doctor is --json: npm run --silent doctor -- --json');
    return 2;
  }
  const findings = await examine(checks, world);
  console.log(options.json ? asJson(findings) : asLines(findings));
  return isWell(findings) ? 0 : 1;
}

function parse(args: readonly string[]): { json: boolean } | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } });
    return { json: values.json ?? false };
  } catch {
    return undefined;
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
    loadDotEnv(process.cwd());
    const code = await main(process.argv.slice(2), checks, liveWorld(process.env));
    // A check that timed out may still hold a connection open, so exit once the report is written.
    process.stdout.write('', () => process.exit(code));
  });
}
