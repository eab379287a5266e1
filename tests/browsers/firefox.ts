/** Firefox takes WebDriver's commands itself, over Marionette, the protocol that geckodriver translates to. */
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { run, untilItAnswers, type Place, type Send } from './webdriver.ts';
import { freePort } from '../support/servers/local-server.ts';

const programs = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

export const firefoxIsHere = (): boolean => programs.some((it) => existsSync(it));

export async function startFirefox(
  stack: AsyncDisposableStack,
  { folder, downloads, script, wishes }: Place,
): Promise<Send> {
  const port = await freePort();
  const preferences = {
    'marionette.port': port,
    'javascript.enabled': script,
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    // As on a phone, and as Chromium's headless shell has them.
    'ui.useOverlayScrollbars': 1,
    ...(wishes.eyes && {
      'ui.systemUsesDarkTheme': 1,
      'layout.css.prefers-color-scheme.content-override': 0,
      'ui.prefersReducedMotion': 1,
      'font.size.variable.x-western': 32,
    }),
    ...(wishes.forcedColors && { 'browser.display.document_color_use': 2 }),
  };
  writeFileSync(
    path.join(folder, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const program = programs.find((it) => existsSync(it)) ?? 'firefox';
  run(stack, program, ['--headless', '--marionette', '--no-remote', '--profile', folder]);
  const socket = await untilItAnswers(async () => {
    const attempt = connect(port, '127.0.0.1');
    // A browser that isn't ready yet may accept a connection, and drop it before it greets.
    await once(attempt, 'data');
    return attempt;
  });
  stack.defer(() => {
    socket.destroy();
  });

  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let bytes = Buffer.alloc(0);
  socket.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    // Each message is its length in bytes, a colon, and JSON.
    for (;;) {
      const begin = bytes.indexOf(':') + 1;
      const end = begin + Number(bytes.subarray(0, begin - 1));
      if (begin === 0 || bytes.length < end) return;
      const message: unknown = JSON.parse(bytes.subarray(begin, end).toString());
      bytes = bytes.subarray(end);
      const [, id, error, result] = message as [1, number, { message: string } | null, unknown];
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
    }
  });
  // Else a browser that ends by itself would be an error of no test, without a place.
  socket.on('error', (error) => {
    for (const it of waiting.values()) it.reject(error);
  });
  const send: Send = async (command, parameters = {}) => {
    const id = waiting.size;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    const message = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    const result = await answer.promise;
    // Most answers are an object with the value, and a list is the list itself.
    return result !== null && typeof result === 'object' && 'value' in result
      ? result.value
      : result;
  };
  await send('NewSession');
  // Only a window without bars can be as narrow as a phone.
  await send('ExecuteScript', { script: "open('about:blank', '', 'noopener,popup')", args: [] });
  await untilItAnswers(async () => {
    const [, handle] = (await send('GetWindowHandles')) as string[];
    await send('SwitchToWindow', { handle });
  });
  return send;
}
