import type { DoctorDeps } from './world.ts';

/** One thing that is looked at. Where something is wrong, `run` throws a CheckFailed. */
export interface Check<out T = unknown> {
  name: string;
  /** Checks that come before. If one of them fails, this one is skipped. */
  needs: readonly Check[];
  run: (world: DoctorDeps, given: Given) => Passed<T> | Promise<Passed<T>>;
}

export interface Given {
  /** What a needed check found. */
  found: <T>(check: Check<T>) => T;
  /** Aborts when the check's time is over. */
  signal: AbortSignal;
}

export interface Passed<T> {
  /** A short fact, never a secret nor a part of one. */
  detail: string;
  found: T;
}

export const passed = (detail: string): Passed<undefined> => ({ detail, found: undefined });

/** Something is wrong. The message is one sentence: what it is, and how it is mended. No secrets. */
export class CheckFailed extends Error {
  override name = 'CheckFailed';
}

/** The settings leave out what would be looked at, and may do so. */
export class NothingToCheck extends Error {
  override name = 'NothingToCheck';
}

export interface Finding {
  name: string;
  outcome: 'ok' | 'failed' | 'skipped';
  detail: string;
}
