import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

const commands = {
  firefox: ['/usr/bin/firefox-esr', '--no-remote', '--kiosk', '--profile'],
  webkit: [MINI_BROWSER],
} as const;
export type Browser = keyof typeof commands;
export const browsers = Object.keys(commands) as Browser[];

/** The programs of Debian's packages orca, xvfb, firefox-esr and webkit2gtk-driver. */
export const missing = [
  ...Object.values(commands).map(([program]) => program),
  ...['/usr/bin/orca', '/usr/bin/Xvfb', '/usr/bin/dbus-daemon'],
].filter((program) => !existsSync(program));

/** A new profile has greetings and offers, which would be read out. */
const firefoxProfile = Object.entries({
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.formfill.enable': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'signon.rememberSignons': false,
})
  .map(([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});\n`)
  .join('');

/** A session bus that starts the accessibility bus and no other service of the machine. */
const busConfig = (home: string) => `<busconfig>
  <type>session</type>
  <listen>unix:dir=${home}</listen>
  <servicedir>${home}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>`;

const busService = `[D-BUS Service]
Name=org.a11y.Bus
Exec=/usr/libexec/at-spi-bus-launcher
`;

/** A screen of its own, with Orca and one browser. */
export class Desktop implements AsyncDisposable {
  /** Each line that Orca said. */
  readonly heard: string[] = [];
  readonly #home: string;
  readonly #started: ChildProcess[] = [];
  readonly #env: NodeJS.ProcessEnv;
  #orca: ChildProcess | undefined;

  private constructor(home: string) {
    this.#home = home;
    this.#env = {
      PATH: process.env.PATH,

      LANG: 'C.UTF-8',
      HOME: home,
      XDG_RUNTIME_DIR: home,
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      GNOME_ACCESSIBILITY: '1',
    };
  }

  static async open(browser: Browser, address: string, width: number): Promise<Desktop> {
    const desktop = new Desktop(await mkdtemp(path.join(tmpdir(), 'spoken-')));
    try {
      await desktop.#open(browser, address, `${width}x900`);
      return desktop;
    } catch (error) {
      await desktop[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #open(browser: Browser, address: string, size: string): Promise<void> {
    const file = (name: string) => path.join(this.#home, name);
    await writeFile(file('user.js'), firefoxProfile);
    await writeFile(file('bus.conf'), busConfig(this.#home));
    await mkdir(file('services'));
    await mkdir(file('.config/gtk-3.0'), { recursive: true });
    await writeFile(file('.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    await writeFile(file('services/a11y.service'), busService);
    const screen = this.#start('Xvfb', '-displayfd', '1', '-screen', '0', `${size}x24`);
    this.#env.DISPLAY = `:${await firstLine(screen)}`;
    const bus = this.#start(
      'dbus-daemon',
      '--config-file',
      file('bus.conf'),
      '--print-address=1',
      '--nofork',
    );
    this.#env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus);
    this.#orca = this.#start('/usr/bin/python3', path.join(import.meta.dirname, 'orca.py'));
    createInterface(linesOf(this.#orca)).on('line', (line) => {
      this.heard.push(String(JSON.parse(line)));
    });
    await this.hears(1);
    const [program, ...args] = commands[browser];
    this.#start(program, ...args, ...(browser === 'firefox' ? [this.#home] : []), address);
    // Until the browser's window has the keyboard.
    for (let tries = 0; !(await this.hears(2, 500)); tries += 1) {
      if (tries > 120) throw new Error(`Nothing was heard from ${browser} within a minute.`);
      this.press('');
    }
    this.press('');
    // Browsers say different things while they start. After that comes the page's title.
    const end = Date.now() + 60_000;
    const isThere = () => this.heard.some((line) => line.includes('Leadwright'));
    while (!isThere() && Date.now() < end) await wait(20);
    await this.isQuiet(1500);
  }

  press(keys: string): void {
    this.#orca?.stdin?.write(`${keys}\n`);
  }

  /** Whether so many lines were heard within the limit. */
  async hears(lines: number, limitMs = 60_000): Promise<boolean> {
    const end = Date.now() + limitMs;
    while (this.heard.length < lines && Date.now() < end) await wait(20);
    return this.heard.length >= lines;
  }

  /** Waits until nothing more is heard. */
  async isQuiet(ms: number): Promise<void> {
    let count: number;
    do {
      count = this.heard.length;
      await wait(ms);
    } while (count < this.heard.length);
  }

  #start(program: string, ...args: string[]): ChildProcess {
    const stderr = process.env.LOUD ? 'inherit' : 'ignore';
    const child = spawn(program, args, {
      env: this.#env,
      stdio: ['pipe', 'pipe', stderr],
      detached: true,
    });
    this.#started.unshift(child);
    return child;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#started) {
      // The whole group: browsers have many processes.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await rm(this.#home, { recursive: true, force: true });
  }
}

function linesOf({ stdout }: ChildProcess) {
  if (!stdout) throw new Error('It was started without a pipe.');
  return stdout;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface(linesOf(child)), 'line')) as [string];
  return line;
}
