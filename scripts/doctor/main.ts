import { parseArgs } from 'node:util';
import type { Check } from './outcome.ts';
import { examine } from './examine.ts';
import { asJson, asLines, isWell } from './report.ts';
import type { DoctorDeps } from './world.ts';

/** Prints what was found and gives the exit code: 0, 1 where a check failed, 2 for wrong arguments. */
export async function main(
  args: readonly string[],
  checks: readonly Check[],
  world: DoctorDeps,
): Promise<number> {
  const options = parse(args);
  if (!options) {
    console.error('The doctor knows one option, --json: npm run --silent doctor -- --json');
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
