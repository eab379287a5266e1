import { checkEnd, lastDays, quietPeriod } from './checks.ts';
import { simulatedGlobals } from './scheduler.ts';
import { planOf } from './plan.ts';
import { Random } from './random.ts';
import { Simulation, type EngineName } from './simulation.ts';

export interface Run {
  seed: number;
  engine: EngineName;
  /** The actions and faults to leave out. */
  without?: { actions: ReadonlySet<number>; faults: ReadonlySet<string> };
  traced?: boolean;
}

export interface Outcome {
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
}: Run): Promise<Outcome> {
  const random = new Random(seed);
  const plan = planOf(random.fork(1)).filter(({ number }) => !without.actions.has(number));
  const simulation = new Simulation(random.fork(2), engine, without.faults, traced);
  using globals = simulatedGlobals(simulation.scheduler);
  globals.install();
  for (const { number, at, name, act } of plan) {
    simulation.scheduler.after(at, () => {
      act({ simulation, random: random.fork(100 + number), name, number }).catch(
        (error: unknown) => {
          simulation.watch.violated(`${name} failed: ${String(error)}`);
        },
      );
    });
  }
  await simulation.scheduler.run();
  if (!simulation.watch.violation) await quietPeriod(simulation, random.fork(3));
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
