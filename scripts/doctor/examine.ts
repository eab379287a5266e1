import { settlesWithin } from '../serve/pending-work.ts';
import {
  CheckFailed,
  NothingToCheck,
  type Check,
  type Finding,
  type Given,
  type DoctorDeps,
} from './check.ts';

/** Longer than the timeouts of the webhook and of Firestore. */
const usualPatience = 20_000;

type Settled =
  | { outcome: 'ok'; detail: string; found: unknown }
  | { outcome: 'failed'; detail: string }
  /** `because` names the check that failed; it is missing if there was nothing to check. */
  | { outcome: 'skipped'; detail: string; because?: string };

/** Each check begins when those that it needs are done. The findings are in the order of the list. */
export async function examine(
  checks: readonly Check[],
  world: DoctorDeps,
  patience = usualPatience,
): Promise<Finding[]> {
  const settled = new Map<Check, Promise<Settled>>();
  for (const check of checks) settled.set(check, settle(check, world, patience, settled));
  return Promise.all(
    checks.map(async (check) => {
      const { outcome, detail } = await settlementOf(check, settled);
      return { name: check.name, outcome, detail };
    }),
  );
}

async function settle(
  check: Check,
  world: DoctorDeps,
  patience: number,
  others: ReadonlyMap<Check, Promise<Settled>>,
): Promise<Settled> {
  const found = new Map<Check, unknown>();
  for (const needed of check.needs) {
    const it = await settlementOf(needed, others);
    if (it.outcome === 'ok') found.set(needed, it.found);
    else return skippedAfter(needed, it);
  }
  const given: Omit<Given, 'signal'> = {
    found: <T>(needed: Check<T>) => {
      if (!found.has(needed))
        throw new TypeError(`${check.name} must list ${needed.name} in its needs`);
      return found.get(needed) as T;
    },
  };
  return run(check, world, given, patience);
}

function skippedAfter(needed: Check, it: Exclude<Settled, { outcome: 'ok' }>): Settled {
  if (it.outcome === 'skipped' && it.because === undefined) return it;
  const because = it.outcome === 'skipped' ? (it.because ?? needed.name) : needed.name;
  return { outcome: 'skipped', detail: `"${because}" failed`, because };
}

async function run(
  check: Check,
  world: DoctorDeps,
  given: Omit<Given, 'signal'>,
  patience: number,
): Promise<Settled> {
  const late = new AbortController();
  try {
    const work = Promise.try(check.run, world, { ...given, signal: late.signal });
    if (!(await settlesWithin(work, patience))) {
      late.abort();
      throw new CheckFailed(
        `No answer within ${patience / 1000} s: run the doctor again. If it happens again, check the other side and this machine's internet connection.`,
      );
    }
    return { outcome: 'ok', ...(await work) };
  } catch (error) {
    if (error instanceof NothingToCheck) return { outcome: 'skipped', detail: error.message };
    return { outcome: 'failed', detail: sentenceOf(error) };
  }
}

/** Only the name of an unexpected error, since its message may quote a setting. */
function sentenceOf(error: unknown): string {
  if (error instanceof CheckFailed) return error.message;
  const name = error instanceof Error ? error.name : typeof error;
  return `The doctor itself failed here (${name}): run it again. If it happens again, this check has a bug.`;
}

function settlementOf(check: Check, all: ReadonlyMap<Check, Promise<Settled>>): Promise<Settled> {
  const it = all.get(check);
  if (!it) throw new TypeError(`${check.name} must come before the checks that need it`);
  return it;
}
