import { oldPage } from './actors/visitors.ts';
import { checkEnd, lastDays, quietPeriod } from './checks.ts';
import { simulatedGlobals } from './scheduler.ts';
import { planOf } from './plan.ts';
import type { Plant } from './plants.ts';
import { Random } from './random.ts';
import { Simulation, ticks, type EngineName } from './simulation.ts';

export interface Run {
  seed: number;
  engine: EngineName;
  without?: { actions: ReadonlySet<number>; faults: ReadonlySet<string> };
  traced?: boolean;
  plant?: Plant | undefined;
}

interface Outcome {
  violation: string | undefined;
  actions: number[];
  faults: string[];
  steps: number;
  leads: number;
  crashes: number;
  lost: number;
  lines: string[];
}

const nothing = { actions: new Set<number>(), faults: new Set<string>() };

/** Runs one world from its seed to its end. The same seed gives the same run. */
export async function run({
  seed,
  engine,
  without = nothing,
  traced = false,
  plant,
}: Run): Promise<Outcome> {
  const random = new Random(seed);
  const plan = planOf(random.fork(1)).filter(({ number }) => !without.actions.has(number));
  const setup = { engine, muted: without.faults, traced, plant };
  const simulation = new Simulation(random.fork(2), setup);
  using globals = simulatedGlobals(simulation.scheduler);
  globals.install();
  for (const { number, at, name, act } of plan) {
    simulation.scheduler.after(at, () => {
      act({ simulation, random: random.fork(100 + number), name, number }).catch((error: unknown) =>
        simulation.watch.violated(`${name} failed: ${String(error)}`),
      );
    });
  }
  await simulation.scheduler.run();
  if (!simulation.watch.violation) await quietPeriod(simulation, random.fork(3));
  if (!simulation.watch.violation) await noticeHour(simulation, random.fork(5));
  if (!simulation.watch.violation) await lastDays(simulation, random.fork(4));
  if (!simulation.watch.violation) await checkEnd(simulation);
  simulation.close();
  const { faults, watch, scheduler, lines = [] } = simulation;
  return {
    violation: watch.violation,
    actions: plan.map(({ number }) => number),
    faults: faults.struck,
    steps: scheduler.steps,
    leads: simulation.sites[0].leads.size,
    crashes: faults.struck.filter((it) => it.endsWith('crash')).length,
    lost: faults.struck.filter((it) => it.endsWith('answer lost')).length,
    lines,
  };
}

/**
 * Leads come while everything works except the chat, which accepts all notices or none. The schedule must send
 * each notice, or alert that it can't.
 */
async function noticeHour(simulation: Simulation, random: Random): Promise<void> {
  const { alerts, chat, noticeTo, scheduler, sites } = simulation;
  if (noticeTo.length === 0) return;
  chat.refuses = random.chance(0.5);
  const begin = scheduler.time;
  for (let number = random.between(201, 208); number > 200; number--)
    void oldPage({ simulation, random: random.fork(number), name: `last ${number}`, number });
  for (let round = 1; round <= 8; round++) {
    await scheduler.run();
    for (const [i, site] of sites.entries()) {
      scheduler.after(10 * 60_000, () => {
        void simulation.runAt(site, `hour ${round}`, ticks, random.fork(10 * round + i));
      });
    }
  }
  await scheduler.run();
  for (const site of sites) chat.checkLast(site, begin, alerts.silent.has(site));
}

interface Figures {
  seeds: number;
  steps: number;
  leads: number;
  crashes: number;
  lost: number;
  seconds: number;
}

interface Searched {
  figures: Figures;
  failing: (Run & Pick<Outcome, 'violation'>) | undefined;
}

export const runOf = (seed: number): Run => ({
  seed,
  engine: seed % 2 === 0 ? 'sqlite' : 'firestore',
});

/** Runs seeds one after the other until one fails. */
export async function search(
  from: number,
  count: number,
  { plant, progress }: { plant?: Plant | undefined; progress?: (done: number) => void } = {},
): Promise<Searched> {
  const began = performance.now();
  const figures: Figures = { seeds: 0, steps: 0, leads: 0, crashes: 0, lost: 0, seconds: 0 };
  let failing: Searched['failing'];
  for (let seed = from; seed < from + count && !failing; seed++) {
    const one = { ...runOf(seed), plant };
    const { violation, ...outcome } = await run(one);
    figures.seeds += 1;
    for (const name of ['steps', 'leads', 'crashes', 'lost'] as const)
      figures[name] += outcome[name];
    // With a plant, only the promise that must report it counts.
    if (violation?.includes(plant?.breaks ?? '')) failing = { ...one, violation };
    progress?.(figures.seeds);
  }
  figures.seconds = (performance.now() - began) / 1000;
  return { figures, failing };
}

/** This is enough for one seed; each attempt takes some milliseconds. */
const mostRuns = 500;

/** Finds a smaller set of actions and faults with the same violation, and its steps. */
export async function shrunk(failing: Run): Promise<Outcome> {
  const found = await run(failing);
  const actions = new Set<number>();
  const faults = new Set<string>();
  let runs = 0;
  const stillFails = async (): Promise<boolean> => {
    runs += 1;
    const { violation } = await run({ ...failing, without: { actions, faults } });
    return kindOf(violation) === kindOf(found.violation);
  };

  /** Removes as many items as possible, large pieces first. */
  const reduce = async <T>(all: readonly T[], without: Set<T>): Promise<void> => {
    for (let size = Math.ceil(all.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let first = 0; first < all.length && runs < mostRuns; first += size) {
        const piece = all.slice(first, first + size).filter((it) => !without.has(it));
        for (const item of piece) without.add(item);
        if (piece.length > 0 && !(await stillFails()))
          for (const item of piece) without.delete(item);
      }
    }
  };

  await reduce(found.actions, actions);
  await reduce(found.faults, faults);
  return run({ ...failing, without: { actions, faults }, traced: true });
}

/** The kind of a violation, without the lead that it names. */
const kindOf = (violation: string | undefined): string | undefined =>
  violation?.replace(/\b[\da-f]{8}-[\da-f-]{27}\b/g, 'a lead');
