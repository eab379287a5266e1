import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type Storage, openStore } from '../../functions/store/open.ts';
import type { Resolve } from '../../functions/delivery/webhook/guard.ts';
import { send, type Send } from '../../functions/delivery/webhook/post.ts';
import type { Store } from '../../functions/store/port.ts';

/** Everything outside the process that checks use. */
export interface DoctorDeps {
  env: Readonly<Record<string, string | undefined>>;
  /** The file that has the settings. */
  envFile: string;
  fetch: typeof fetch;
  resolve: Resolve;
  openStore: (storage: Storage) => Promise<Store>;
  send: Send;
  /** A text file of the repository; undefined if it doesn't exist. */
  read: (name: string) => Promise<string | undefined>;
  now: () => Date;
  /** The version of Node, as in `24.1.0`. */
  node: string;
  wait: (ms: number) => Promise<void>;
  newId: () => string;
}

/** Settings come from the shell, and from this file. */
export const liveWorld = (env: NodeJS.ProcessEnv, envFile = '.env'): DoctorDeps => ({
  env,
  envFile,
  fetch,
  resolve: (hostname) => lookup(hostname, { all: true }),
  // The log would mix with the report.
  openStore: (storage) => openStore(storage, () => undefined),
  send,
  read: (name) =>
    readFile(name, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }),
  now: () => new Date(),
  node: process.versions.node,
  wait: (ms) => setTimeout(ms),
  newId: () => crypto.randomUUID(),
});

/** One check of a deployment. If something is wrong, `run` throws a CheckFailed. */
export interface Check<out T = unknown> {
  name: string;
  /** Checks that run first. If one of them fails, this one is skipped. */
  needs: readonly Check[];
  /** Something arrives elsewhere, so `--watch` doesn't repeat it once it has passed. */
  sends?: true;
  run: (world: DoctorDeps, given: Given) => Passed<T> | Promise<Passed<T>>;
}

export interface Given {
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
