/** The commands of W3C's WebDriver, and the processes of a browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** A command by its name in the standard, with the method and path that it has over HTTP. */
export const commands = {
  NewSession: 'POST /session',
  Navigate: 'POST /url',
  Back: 'POST /back',
  Forward: 'POST /forward',
  Refresh: 'POST /refresh',
  SwitchToWindow: 'POST /window',
  GetWindowHandles: 'GET /window/handles',
  SetWindowRect: 'POST /window/rect',
  ExecuteScript: 'POST /execute/sync',
  ExecuteAsyncScript: 'POST /execute/async',
  GetComputedLabel: 'GET /element/:id/computedlabel',
  ElementClick: 'POST /element/:id/click',
  ElementClear: 'POST /element/:id/clear',
  ElementSendKeys: 'POST /element/:id/value',
  PerformActions: 'POST /actions',
  TakeScreenshot: 'GET /screenshot',
} as const;
export type Send = (
  command: keyof typeof commands,
  parameters?: Record<string, unknown>,
) => Promise<unknown>;

export interface Place {
  /** For the browser's own files. */
  folder: string;
  downloads: string;
  script: boolean;
  wishes: Wishes;
}

/** What a visitor has chosen in the browser or the system. */
export interface Wishes {
  /** Dark colors, no motion, and in Firefox text of twice the usual size. */
  eyes?: boolean;
  /** The system's own colors on every page. WebKitGTK has none. */
  forcedColors?: boolean;
}

/** Runs a program until the stack is disposed of, with all that it starts, and returns its output. */
export function run(
  stack: AsyncDisposableStack,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Readable {
  const child = spawn(program, args, {
    // Given no address of a bus, a browser would start one that outlives it.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:', NO_AT_BRIDGE: '1', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  stack.defer(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  child.stdout.on('data', () => {});
  return child.stdout;
}

export async function untilItAnswers<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries > 300) throw error;
      await wait(100);
    }
  }
}
