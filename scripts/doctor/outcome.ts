import type { DoctorDeps } from './world.ts';

/** One check of a deployment. If something is wrong, `run` throws a CheckFailed. */
export interface Check<out T = unknown> {
  name: string;
  /** Checks that run first. If one of them fails, this one is skipped. */
  needs: readonly Check[];
  run: (world: DoctorDeps, given: Given) => Passed<T> | Promise<Passed<T>>;
}

export interface Given {
  /** The result of a check that this one needs. */
  found: <T>(check: Check<T>) => T;
  /** Aborts when the check takes too long. */
  signal: AbortSignal;
}

export interface Passed<T> {
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
