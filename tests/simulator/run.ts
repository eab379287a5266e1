import { checkEnd, quietPeriod } from './ending.ts';
import { simulatedGlobals } from './globals.ts';
import { planOf } from './plan.ts';
import { Random } from './random.ts';
import { World, type EngineName } from './world.ts';

export interface Run {
  seed: number;
  engine: EngineName;
  /** What of its plan and its faults is left out. */
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

/** One world from its seed to its end; the same each time. */
export async function run({
  seed,
  engine,
  without = nothing,
  traced = false,
}: Run): Promise<Outcome> {
  const random = new Random(seed);
  const plan = planOf(random.fork(1)).filter(({ number }) => !without.actions.has(number));
  const world = new World(random.fork(2), engine, without.faults, traced);
  using globals = simulatedGlobals(world.scheduler);
  globals.install();
  for (const { number, at, name, act } of plan) {
    world.scheduler.after(at, () => {
      act({ world, random: random.fork(100 + number), name, number }).catch((error: unknown) => {
        world.watch.violated(`${name} failed: ${String(error)}`);
      });
    });
  }
  await world.scheduler.run();
  if (!world.watch.violation) await quietPeriod(world, random.fork(3));
  if (!world.watch.violation) await checkEnd(world);
  world.close();
  const { faults, watch, scheduler, lines = [] } = world;
  return {
    violation: watch.violation,
    actions: plan.map(({ number }) => number),
    faults: faults.struck,
    steps: scheduler.steps,
    leads: world.sites[0].leads.size,
    crashes: faults.struck.filter((it) => it.endsWith('crash')).length,
    lost: faults.struck.filter((it) => it.endsWith('answer lost')).length,
    lines,
  };
}
