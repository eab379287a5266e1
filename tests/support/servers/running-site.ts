import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The program that npm start runs after the build. */
export const START_SCRIPT = path.resolve('scripts/start.ts');
/** Only the server of that program. */
export const SERVE_SCRIPT = path.resolve('scripts/serve/serve-site.ts');

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

interface Options {
  command?: readonly [program: string, ...args: string[]];
  env?: NodeJS.ProcessEnv;
}

/** The real server in its own process and process group. */
export class RunningSite implements AsyncDisposable {
  /** Resolves when no process holds the server's output any more, including grandchildren. */
  readonly exit: Promise<Exit>;
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;

  constructor(root: string, { command = [process.execPath, SERVE_SCRIPT], env }: Options = {}) {
    const [program, ...args] = command;
    this.#child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PORT: '0', ...env },
      // All processes of a group get its signals, like the processes of one terminal.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exit = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve({ code, signal }));
    });
  }

  static async ready(root: string, options?: Options): Promise<RunningSite> {
    const site = new RunningSite(root, options);
    await site.ready();
    return site;
  }

  ready(): Promise<void> {
    return this.says(/^ready on /m);
  }

  get port(): number {
    return Number(/^ready on http:\/\/localhost:(\d+)$/m.exec(this.stdout)?.[1]);
  }

  get address(): string {
    return `http://localhost:${this.port}`;
  }

  get output(): string {
    return this.stdout + this.stderr;
  }

  async says(words: RegExp): Promise<void> {
    const ended = this.exit.then(() => 'ended' as const);
    while (!words.test(this.output)) {
      const streams = [this.#child.stdout, this.#child.stderr].filter((it) => it !== null);
      // One shared abort would add a listener to a silent stream for each chunk of the other.
      const listening = new AbortController();
      const more = Promise.race(streams.map((stream) => once(stream, 'data', listening)));
      const first = await Promise.race([more, ended]);
      listening.abort();
      if (first === 'ended' && !words.test(this.output)) {
        throw new Error(`The server ended without saying ${String(words)}:\n${this.output}`);
      }
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Signals its whole group, as Ctrl-C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.#groupId, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.signalGroup('SIGKILL');
    } catch {
      // The process has already ended.
    }
    await this.exit;
  }

  get #groupId(): number {
    if (this.#child.pid === undefined) throw new Error('The server did not start.');
    return this.#child.pid;
  }
}
