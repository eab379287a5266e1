import type { Deps, Handler, SiteDeps } from '../../functions/deps.ts';
import { personHasher } from '../../functions/opt-outs/person.ts';
import { worldWith } from '../support/worlds/world.ts';
import type { Target } from '../../functions/delivery/webhook/webhook.ts';
import { Alerts, Chat } from './alerts.ts';
import { Call, mostSkew, Process, type Stage, Faults, someRates } from './call.ts';
import type { Store } from '../../functions/store/port.ts';
import {
  alertTarget,
  chatTarget,
  someTarget,
  Site,
  type Engine,
  type Observe,
  type Wrappers,
} from './site.ts';
import { firestoreEngine, sqliteEngine } from './engines.ts';
import { Random } from './random.ts';
import { Scheduler } from './scheduler.ts';
import { Watch } from './promises.ts';
import { someMood, Webhook } from './webhook.ts';

export type EngineName = 'sqlite' | 'firestore';

export const adminToken = 'the-admin';

/** The deps that no actor uses. */
const others = worldWith(() => Promise.reject(new Error('Each call has its own store')));
export const personHash = personHasher('the privacy key of the simulated world');

interface Setup {
  engine: EngineName;
  /** The faults that are left out. */
  muted: ReadonlySet<string>;
  /** Whether it records the lines of its steps. */
  traced: boolean;
  plant?: Wrappers | undefined;
}

/** One simulated world: its sites, its webhook, and the checks. */
export class Simulation implements Stage {
  readonly scheduler = new Scheduler();
  readonly watch = new Watch(this.scheduler);
  readonly webhook = new Webhook(this.watch);
  readonly alerts = new Alerts(this.watch, this.scheduler);
  readonly chat = new Chat(this.watch, this.scheduler, this.webhook);
  readonly noticeTo: Target[];
  readonly faults: Faults;
  readonly sites: [Site, ...Site[]];
  readonly retentionDays: number;
  readonly target: Target;
  readonly lines: string[] | undefined;
  readonly #random: Random;
  readonly #plant: Wrappers;

  constructor(random: Random, { engine, muted, traced, plant = {} }: Setup) {
    this.#random = random;
    this.#plant = plant;
    this.lines = traced ? [] : undefined;
    this.faults = new Faults(someRates(random), muted);
    this.retentionDays = random.pick([14, 30]);
    this.webhook.mood = someMood(random);
    this.target = someTarget(random.fork(1));
    this.noticeTo = random.fork(2).chance(0.3) ? [chatTarget] : [];
    this.sites = [this.#open('the site', engine)];
  }

  /** The site into which exports of the first site are imported. Actors use both. */
  secondSite(): Site {
    const [, second] = this.sites;
    if (second) return second;
    const opened = this.#open('the new place', this.#random.pick(['sqlite', 'firestore']));
    this.sites.push(opened);
    return opened;
  }

  #open(name: string, engineName: EngineName): Site {
    const open = engineName === 'sqlite' ? sqliteEngine : firestoreEngine;
    const observe: Observe = (id, before, after, by) =>
      this.watch.wrote(site, id, before, after, by);
    const engine: Engine = open(this.scheduler, observe, this.#plant);
    const processes = [0, 1, 2].map((number) => this.newProcess(`${name} ${number}`));
    const site = new Site(name, engine, processes, this.target);
    void engine.truth.grantRole('ad', 'admin');
    return site;
  }

  newProcess(name: string): Process {
    return new Process(name, this.#random.between(-mostSkew, mostSkew));
  }

  /** A call in a process of the site. A dead process is replaced. */
  callAt(site: Site, name: string, random: Random): Call {
    const number = random.between(0, site.processes.length - 1);
    let process = site.processes[number];
    if (!process?.isAlive) {
      process = this.newProcess(`${site.name} ${number}`);
      site.processes[number] = process;
    }
    return new Call(name, process, random, this, site.webhook);
  }

  storeFor(site: Site, call: Call): Store {
    const real = site.engine.storeFor(call);
    return { ...real, ...this.#plant.store?.(real, call) };
  }

  depsOf(site: Site, call: Call): SiteDeps {
    const real: SiteDeps = {
      ...others,
      store: () => Promise.resolve(this.storeFor(site, call)),
      verify: async (token) => {
        await call.step();
        return token === adminToken ? { uid: 'ad', email: 'ad@example.com' } : undefined;
      },
      webhook: call.webhook,
      noticeTo: this.noticeTo,
      send: (message, address, now) => {
        const told = address === chatTarget ? this.chat : this.webhook;
        const receiver = address === alertTarget ? this.alerts : told;
        return receiver.sendFor(site, call)(message, address, now);
      },
      retentionDays: this.retentionDays,
      alerts: { ...others.alerts, targets: [alertTarget] },
      canary: { isOn: true },
      usage: call.process.usage,
      submitLimit: { count: 30, windowMs: 600_000 },
      personHash,
      now: call.now,
      random: call.random.next,
      newId: () => {
        const id = call.random.uuid();
        call.ids.add(id);
        return id;
      },
      pause: (ms) => call.step(ms),
      log: (event) => {
        call.logged.add(event.event);
        if (event.event === 'outbox') this.chat.refusedAt.set(site, this.scheduler.time);
        if ('error' in event) call.trace(() => `log: ${event.event} ${event.error}`);
      },
    };
    return { ...real, ...this.#plant.deps?.(real, call) };
  }

  /** While a process is suspended, the schedule calls the site, just before the process resumes. */
  stoodStill({ name, process, random }: Call): void {
    const site = this.sites.find(({ processes }) => processes.includes(process));
    const wait = process.stillUntil - this.scheduler.time - random.between(0, 2000);
    if (!site) return;
    this.scheduler.after(wait, () => {
      void this.runAt(site, `during ${name}`, ticks, random.fork(wait));
    });
  }

  /** The schedule calls a function. Resolves when it is done or its process is dead. */
  async runAt(site: Site, name: string, work: Work, random: Random): Promise<void> {
    const call = this.callAt(site, name, random);
    call.trace(() => `the schedule calls it at ${site.name}`);
    const { promise: died, resolve } = Promise.withResolvers<undefined>();
    call.process.onDeath(() => resolve(undefined));
    await call.step();
    await Promise.race([work(this.depsOf(site, call), call.process), died]);
  }

  /** The answer to a browser's request; undefined if the answer is lost or the process dies. */
  ask(site: Site, call: Call, handler: Handler, request: Request): Promise<Response | undefined> {
    const { promise, resolve } = Promise.withResolvers<Response | undefined>();
    // The caller continues, even if the process dies or is suspended.
    const arrive = (response?: Response) => {
      this.scheduler.after(0, () => resolve(response));
    };
    call.process.onDeath(arrive);
    const deps: Deps = {
      ...this.depsOf(site, call),
      ip: `203.0.113.${call.random.between(1, 4)}`,
      waitUntil: (work) => void work.catch(() => undefined),
    };
    const answer = async (): Promise<void> => {
      await call.step();
      const response = await handler(request, deps);
      await call.step();
      call.trace(
        () => `${request.method} ${new URL(request.url).pathname} is answered ${response.status}`,
      );
      if (response.status === 500) this.watch.violated(`${request.url} was answered 500`);
      arrive(call.strikes('answer lost') ? undefined : response);
    };
    answer().catch((error: unknown) => {
      this.watch.violated(`${request.url} was not answered: ${String(error)}`);
      arrive();
    });
    return promise;
  }

  readonly trace = (line: () => string): void => {
    this.lines?.push(`${new Date(this.scheduler.time).toISOString()} ${line()}`);
  };

  close(): void {
    for (const { engine } of this.sites) engine.close();
  }
}

/** One action of an actor, with its own random numbers. */
export interface Doing {
  simulation: Simulation;
  random: Random;
  /** The action's name in the trace. */
  name: string;
  number: number;
}

/** The work of a scheduled function. */
export type Work = (deps: SiteDeps, process: Process) => Promise<unknown>;

export const ticks: Work = (deps, process) => process.tick(deps);

export type Actor = (doing: Doing) => Promise<void>;
