/**
 * A Chromium tab that can prerender. Playwright's and Puppeteer's pages can't: a browser shows its
 * prerendered pages only to who watches the tab, through the DevTools protocol itself.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumFlags, ensureChromium } from '../../tests/support/chromium.ts';

export interface Tab {
  /** Sends a command to the page that the tab shows. */
  send(method: string, params?: object): Promise<unknown>;
  evaluate<T>(expression: string): Promise<T>;
  /** The number of pages that have been prerendered so far, from pages with `Preload.enable`. */
  prerendered(): number;
  /** Switches to the page that was prerendered last, once the tab shows it. */
  follow(): void;
}

interface Message {
  id?: number;
  result?: unknown;
  error?: { message: string };
  method?: string;
  params?: {
    sessionId?: string;
    targetInfo?: { type: string; subtype?: string };
    status?: string;
  };
}

export async function withTab<T>(work: (tab: Tab) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'leadwright-bench-tab-'));
  const args = [
    '--headless',
    '--remote-debugging-port=0',
    '--window-size=1280,800',
    `--user-data-dir=${profile}`,
  ];
  const browser = spawn(ensureChromium(), [...chromiumFlags(), ...args, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(browser, 'exit');
  try {
    return await work(await openTab(await addressOf(browser.stderr)));
  } finally {
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /ws:\/\/\S+/.exec(line)?.[0];
    if (!address) continue;
    // Unread output would fill the pipe and block the browser.
    output.resume();
    return address;
  }
  throw new Error('Chromium closed its output before it was ready.');
}

async function openTab(address: string): Promise<Tab> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (message: Message) => void>();
  let last = 0;
  let shown = '';
  let prerendering = '';
  let ready = 0;

  const command = async <T>(method: string, params: object = {}, sessionId?: string) => {
    const { promise, resolve } = Promise.withResolvers<Message>();
    waiting.set((last += 1), resolve);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    const { result, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    const { method, params } = message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (method === 'Target.attachedToTarget' && params?.targetInfo?.type === 'page') {
      if (params.targetInfo.subtype === 'prerender') prerendering = params.sessionId ?? '';
      else shown = params.sessionId ?? '';
    } else if (method === 'Preload.prerenderStatusUpdated' && params?.status === 'Ready') {
      ready += 1;
    }
  };
  await once(socket, 'open');
  const { targetInfos } = await command<{ targetInfos: { targetId: string }[] }>(
    'Target.getTargets',
    { filter: [{ type: 'tab' }] },
  );
  const { sessionId } = await command<{ sessionId: string }>('Target.attachToTarget', {
    targetId: targetInfos[0]?.targetId,
    flatten: true,
  });
  const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await command('Target.setAutoAttach', attach, sessionId);
  return {
    send: (method, params) => command(method, params, shown),
    async evaluate<T>(expression: string) {
      const how = { expression, awaitPromise: true, returnByValue: true };
      const answer = await command<{ result: { value: T } }>('Runtime.evaluate', how, shown);
      return answer.result.value;
    },
    prerendered: () => ready,
    follow() {
      shown = prerendering;
    },
  };
}
