/** WebKitGTK brings WebKitWebDriver, which takes the commands over HTTP, and a small browser. */
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commands, run, untilItAnswers, type Place, type Send } from './webdriver.ts';
import { freePort } from '../support/servers/local-server.ts';

const driver = '/usr/bin/WebKitWebDriver';
const miniBrowsers = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';

export const webkitIsHere = (): boolean =>
  [driver, '/usr/bin/Xvfb'].every((it) => existsSync(it)) && globSync(miniBrowsers).length > 0;

export async function startWebKit(
  stack: AsyncDisposableStack,
  { folder, downloads, script, wishes }: Place,
): Promise<Send> {
  // Otherwise the buttons of the window's bar keep it from being as narrow as a phone.
  mkdirSync(path.join(folder, 'gtk-3.0'));
  writeFileSync(
    path.join(folder, 'gtk-3.0/gtk.css'),
    '* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }',
  );
  if (wishes.eyes)
    writeFileSync(
      path.join(folder, 'gtk-3.0/settings.ini'),
      '[Settings]\ngtk-enable-animations=0\n',
    );
  writeFileSync(path.join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const screen = run(stack, 'Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24']);
  const [display] = (await once(screen, 'data')) as [Buffer];

  const port = await freePort();
  run(stack, driver, [`--port=${port}`], {
    DISPLAY: `:${display.toString().trim()}`,
    XDG_CONFIG_HOME: folder,
  });
  let session = '';
  const send: Send = async (command, parameters = {}) => {
    const [method = '', target = ''] = commands[command].split(' ');
    const { id, ...body } = parameters;
    const response = await fetch(
      `http://127.0.0.1:${port}${session}${target.replace(':id', String(id))}`,
      { method, ...(method === 'POST' && { body: JSON.stringify(body) }) },
    );
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) {
      const { error, message } = value as Record<string, string>;
      throw new Error(`${command}: ${error} ${message}`);
    }
    return value;
  };
  const args = ['--automation', `--enable-javascript=${script}`];
  if (wishes.eyes) args.push('--dark-mode');
  const options = { binary: globSync(miniBrowsers)[0], args };
  const opened = await untilItAnswers(() =>
    send('NewSession', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }),
  );
  session = `/session/${(opened as { sessionId: string }).sessionId}`;
  return send;
}
