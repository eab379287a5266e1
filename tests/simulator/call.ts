import type { Random } from './random.ts';
import { openUsage } from '../../functions/auth/usage.ts';
import { openTick } from '../../functions/tick.ts';
import { openHealth } from '../../functions/watch/health.ts';
import type { Webhook } from '../../functions/delivery/webhook/webhook.ts';
import type { Owner, Scheduler } from './scheduler.ts';

/** The maximum difference between a process's clock and the true time. */
export const mostSkew = 2000;

type FaultKind =
  | 'crash'
  | 'stands still'
  | 'slow'
  | 'request lost'
  | 'answer lost'
  | 'contended'
  | 'webhook answer lost';

/** Each seed has its own mix, because many faults of one kind may hide another. */
export const someRates = (random: Random): Record<FaultKind, number> => ({
  crash: random.pick([0, 0.003, 0.02]),
  'stands still': random.pick([0, 0, 0.01]),
  slow: random.pick([0, 0.02, 0.1]),
  'request lost': random.pick([0, 0.02, 0.1]),
  'answer lost': random.pick([0, 0.02, 0.1]),
  contended: random.pick([0, 0.05]),
  'webhook answer lost': random.pick([0, 0.1]),
});

/** Decides which faults happen, and records them, so that a run can be repeated with fewer. */
export class Faults {
  readonly struck: string[] = [];
  /** Stops all faults from now on. */
  healed = false;
  readonly #rates: Record<FaultKind, number>;
  readonly #muted: ReadonlySet<string>;

  constructor(rates: Record<FaultKind, number>, muted: ReadonlySet<string>) {
    this.#rates = rates;
    this.#muted = muted;
  }

  /** Always draws one number, so that the other faults stay the same if this one is left out. */
  strikes(kind: FaultKind, where: string, random: Random): boolean {
    const strikes = random.chance(this.#rates[kind]);
    const name = `${where} ${kind}`;
    if (!strikes || this.healed || this.#muted.has(name)) return false;
    this.struck.push(name);
    return true;
  }
}

/** A process of the site's functions or of a command. It may die or be suspended, and it has its own clock. */
export class Process {
  isAlive = true;
  /** Its calls resume at this time. */
  stillUntil = 0;
  readonly #deathListeners = new Set<() => void>();
  readonly name: string;
  /** How many milliseconds its clock is ahead. */
  readonly skew: number;
  readonly tick = openTick();
  readonly health = openHealth();
  readonly usage = openUsage();

  constructor(name: string, skew: number) {
    this.name = name;
    this.skew = skew;
  }

  onDeath(call: () => void): void {
    this.#deathListeners.add(call);
  }

  die(): void {
    this.isAlive = false;
    for (const listener of this.#deathListeners) listener();
  }
}

export interface Stage {
  scheduler: Scheduler;
  faults: Faults;
  trace: (line: () => string) => void;
  /** Called when the process of this call is suspended. */
  stoodStill: (call: Call) => void;
}

/** One call of a function. It runs in steps until it ends or its process dies. */
export class Call implements Owner {
  readonly name: string;
  readonly process: Process;
  readonly random: Random;
  /** The settings with which its process was deployed. */
  readonly webhook: Webhook;
  readonly begunAt: number;
  /** The erased leads that the imported file names. */
  mustNotStore: ReadonlySet<string> = new Set();
  readonly ids = new Set<string>();
  readonly logged = new Set<string>();
  readonly #stage: Stage;
  #steps = 0;

  constructor(
    name: string,
    process: Process,
    random: Random,
    stage: Stage,
    webhook: Webhook = { state: 'missing' },
  ) {
    this.webhook = webhook;
    this.name = name;
    this.process = process;
    this.random = random;
    this.#stage = stage;
    this.begunAt = stage.scheduler.time;
  }

  get isAlive(): boolean {
    return this.process.isAlive;
  }

  resumesAt(time: number): number {
    const { process } = this;
    if (this.isAlive && process.stillUntil <= time) {
      if (this.strikes('crash')) {
        this.trace(() => `process ${process.name} dies`);
        process.die();
      } else if (this.strikes('stands still')) {
        process.stillUntil = time + this.random.pick([20_000, 600_000]);
        this.#stage.stoodStill(this);
      }
    }
    return this.isAlive ? Math.max(time, process.stillUntil) : Infinity;
  }

  readonly now = (): Date => new Date(this.#stage.scheduler.time + this.process.skew);

  strikes(kind: FaultKind): boolean {
    this.#steps += 1;
    const strikes = this.#stage.faults.strikes(kind, `${this.name}/${this.#steps}`, this.random);
    if (strikes && kind !== 'crash') this.trace(() => `fault: ${kind}`);
    return strikes;
  }

  /** The milliseconds of a step: usually few, sometimes thousands. */
  latency(): number {
    const slow = this.strikes('slow');
    return slow ? this.random.between(1000, 12_000) : this.random.between(1, 40);
  }

  /** A call of a dead process waits forever. */
  step(delay = this.latency()): Promise<void> {
    return this.isAlive ? this.#stage.scheduler.sleep(delay, this) : new Promise(() => undefined);
  }

  /** A request to another server. The request arrives even if this process dies. */
  sent(): Promise<void> {
    return this.#stage.scheduler.sleep(this.random.between(1, 50));
  }

  trace(line: () => string): void {
    this.#stage.trace(() => `${this.name}: ${line()}`);
  }
}
