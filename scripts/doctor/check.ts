/** Defines a check of a deployment, and runs all of them. Decision 0024. */
import { setTimeout } from 'node:timers/promises';
import { send, type Send } from '../../functions/delivery/webhook/post.ts';
import { type Storage, openStore } from '../../functions/store/open.ts';
import type { Store } from '../../functions/store/port.ts';
import { settlesWithin } from '../serve/pending-work.ts';

/** Everything outside the process that checks use. */
export interface DoctorDeps {
  env: Readonly<Record<string, string | undefined>>;
  fetch: typeof fetch;
  openStore: (storage: Storage) => Promise<Store>;
  send: Send;
  wait: (ms: number) => Promise<void>;
}

export const liveWorld = (env: NodeJS.ProcessEnv): DoctorDeps => ({
  env,
  fetch,
  // The log would mix with the report.
  openStore: (storage) => openStore(storage, () => undefined),
  send,
  wait: (ms) => setTimeout(ms),
});

/** One check. If something is wrong, `run` throws a CheckFailed. */
export interface Check<out T = unknown> {
  name: string;
  /** Checks that run first. If one of them fails, this one is skipped. */
  needs: readonly Check[];
  /** Something arrives elsewhere, so `--watch` doesn't repeat it once it has passed. */
  sends?: true;
  run: (world: DoctorDeps, given: Given) => Passed<T> | Promise<Passed<T>>;
}

interface Given {
  /** The result of a check that this one needs. */
  found: <T>(check: Check<T>) => T;
  /** Aborts when the check takes too long. */
  signal: AbortSignal;
}

interface Passed<T> {
  /** A short fact, never a secret or a part of one. */
  detail: string;
  found: T;
}

export const passed = (detail: string): Passed<undefined> => ({ detail, found: undefined });

/** Something is wrong. The message says in one sentence what it is and how to fix it, without secrets. */
export class CheckFailed extends Error {
  override name = 'CheckFailed';
}

/** An optional setting is missing, so there is nothing to check. */
export class NothingToCheck extends Error {
  override name = 'NothingToCheck';
}

export interface Finding {
  name: string;
  outcome: 'ok' | 'failed' | 'skipped';
  detail: string;
}

type Settled =
  { outcome: 'ok'; detail: string; found: unknown } | (Omit<Finding, 'name'> & { found?: never });

/** Longer than the timeouts of the webhook and of Firestore. */
const usualPatience = 20_000;

/** Each check begins when those that it needs are done. The findings are in the order of the list. */
export async function examine(
  checks: readonly Check[],
  world: DoctorDeps,
  patience = usualPatience,
): Promise<Finding[]> {
  const all = new Map<Check, Promise<Settled>>();
  const settle = async (check: Check): Promise<Settled> => {
    const found = new Map<Check, unknown>();
    for (const needed of check.needs) {
      const it = await all.get(needed);
      if (!it) throw new TypeError(`${needed.name} must come before ${check.name}`);
      // The detail of a skipped check names the one that failed.
      if (it.outcome === 'skipped') return it;
      if (it.outcome === 'failed') return { outcome: 'skipped', detail: `"${needed.name}" failed` };
      found.set(needed, it.found);
    }
    return run(check, world, <T>(needed: Check<T>) => found.get(needed) as T, patience);
  };
  for (const check of checks) all.set(check, settle(check));
  return Promise.all(
    [...all].map(async ([{ name }, settling]) => {
      const { outcome, detail } = await settling;
      return { name, outcome, detail };
    }),
  );
}

async function run(
  check: Check,
  world: DoctorDeps,
  found: Given['found'],
  patience: number,
): Promise<Settled> {
  const late = new AbortController();
  try {
    const work = Promise.try(check.run, world, { found, signal: late.signal });
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
