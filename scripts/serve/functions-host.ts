import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Context } from '@netlify/functions';
import { json } from '../../functions/http/answer.ts';
import { minute } from '../../functions/durations.ts';

/** The folder of the functions' entry points. */
export const doors = 'netlify/functions';

/** The folder of the bundles that Netlify deploys. */
export const bundled = '.built/functions';

type FunctionContext = Pick<Context, 'ip' | 'requestId' | 'waitUntil'>;

type FunctionModule = Awaited<ReturnType<typeof loadFunction>>;

async function loadFunction(file: string) {
  const { default: run, config = {} } = (await import(pathToFileURL(file).href)) as {
    default: (request: Request, context: FunctionContext) => unknown;
    config?: { path?: string | string[]; schedule?: string };
  };
  // A function that only a schedule calls has no path.
  const { path: paths = [], schedule } = config;
  return { name: path.parse(file).name, run, paths: [paths].flat(), schedule };
}

export const functionsOf = (root: string): string =>
  existsSync(path.join(root, bundled)) ? bundled : doors;

/**
 * Loads each function once and runs it in this process, warm as on Netlify. Netlify's own local server would start
 * a worker for each call, and would trust an IP address that the visitor claims. Decision 0016.
 */
export async function openFunctions(root: string, from = doors) {
  const folder = path.join(root, from);
  const files = await Array.fromAsync(glob('*.{ts,mjs}', { cwd: folder }));
  const modules = await Promise.all(files.map((file) => loadFunction(path.join(folder, file))));

  const pending = new Set<Promise<unknown>>();
  const add = (work: Promise<unknown>, name: string) => {
    const settled = Promise.resolve(work)
      .catch((error: unknown) =>
        console.error(`Background work of the function ${name} failed:`, error),
      )
      .finally(() => pending.delete(settled));
    pending.add(settled);
  };
  const contextOf = ({ name }: FunctionModule, ip: string): FunctionContext => ({
    ip,
    requestId: crypto.randomUUID(),
    waitUntil: (promise) => add(promise, name),
  });

  const lastCalls = new Map<string, number>();
  const isDue = ({ name, schedule }: FunctionModule, now: number): boolean => {
    if (schedule === undefined) return false;
    // Other schedules are due at every call.
    const period = schedule === '@hourly' ? 60 * minute : 0;
    if (now - (lastCalls.get(name) ?? -Infinity) < period) return false;
    lastCalls.set(name, now);
    return true;
  };

  return {
    /** Undefined if no function has this path. */
    answer: (request: Request, ip: string): Promise<Response> | undefined => {
      // As on Netlify, paths of functions ignore case and a trailing slash.
      const pathname = new URL(request.url).pathname.replace(/(?<=.)\/$/, '').toLowerCase();
      const module = modules.find(({ paths }) =>
        paths.some((path) => path.toLowerCase() === pathname),
      );
      return module && call(module, request, contextOf(module, ip));
    },
    /** Calls each scheduled function that is due; hourly ones are due at the first call. */
    async callDue(now = Date.now()) {
      const due = modules.filter((module) => isDue(module, now));
      const calls = due.map((module) =>
        call(module, scheduledRequest(module), contextOf(module, '')),
      );
      for (const running of calls) add(running, 'on schedule');
      await Promise.all(calls);
    },
    /** Waits for scheduled calls and for work that continues after an answer (waitUntil). */
    settle: async () => {
      if (pending.size > 0)
        console.log('Finishing background work; press Ctrl-C again to stop without it.');
      // Pending work may add more.
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** The request that Netlify sends: https://docs.netlify.com/build/functions/scheduled-functions/ */
function scheduledRequest({ name }: FunctionModule): Request {
  return new Request(`http://localhost/.netlify/functions/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ next_run: new Date(Date.now() + minute).toISOString() }),
  });
}

async function call({ name, run }: FunctionModule, request: Request, context: FunctionContext) {
  try {
    const response = await run(request, context);
    if (response instanceof Response) return response;
    throw new TypeError(`It returned ${typeof response} instead of a Response.`);
  } catch (error) {
    console.error(`The function ${name} failed:`, error);
    return json(500, { error: 'Something went wrong on our side. Please try again.' });
  }
}

/** Netlify calls `tick` every five minutes, which is too long for a developer. */
export const tickMs = 2000;

/**
 * Calls `work` repeatedly, but only after the last call has ended and `ready` has resolved. Returns a function that
 * stops it.
 */
export function startTicker(work: () => Promise<void>, everyMs: number, ready: Promise<unknown>) {
  const stopping = new AbortController();
  const run = async () => {
    await ready;
    for (;;) {
      await setTimeout(everyMs, undefined, stopping);
      await work().catch((error: unknown) => console.error('A scheduled function failed:', error));
    }
  };
  // Rejects if it is stopped or if `ready` fails. The caller that awaits `ready` reports the failure.
  run().catch(() => undefined);
  return () => stopping.abort();
}
