/** Firefox and WebKit, both driven by the commands of W3C's WebDriver. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { firefoxIsHere, startFirefox } from './firefox.ts';
import type { Send, Wishes } from './webdriver.ts';
import { startWebKit, webkitIsHere } from './webkit.ts';

export type Engine = 'firefox' | 'webkit';

export interface Driver extends AsyncDisposable {
  send: Send;
  /** Where the browser puts what it downloads. */
  downloads: string;
}

export const isHere = (engine: Engine): boolean =>
  engine === 'firefox' ? firefoxIsHere() : webkitIsHere();

/** Starts a browser that knows nothing yet, with or without JavaScript. */
export async function start(
  engine: Engine,
  { script = true, ...wishes }: { script?: boolean } & Wishes = {},
): Promise<Driver> {
  const folder = mkdtempSync(path.join(tmpdir(), `${engine}-`));
  const downloads = path.join(folder, 'downloads');
  mkdirSync(downloads);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const begin = engine === 'firefox' ? startFirefox : startWebKit;
  const send = await begin(stack, { folder, downloads, script, wishes });
  const started = stack.move();
  return { send, downloads, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
