import { retryDeliveries } from '../../functions/delivery/retry.ts';
import { looks } from './actors/schedule.ts';
import { oldPage } from './actors/visitors.ts';
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
 * Leads come while everything works but the chat, which takes all of their notices or none. The schedule tells
 * of each, or alerts say that it can't.
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
      for (const work of [retryDeliveries, looks]) {
        const name = `hour ${round} ${work.name}`;
        scheduler.after(10 * 60_000, () => {
          void simulation.runAt(site, name, work, random.fork(10 * round + i));
        });
      }
    }
  }
  await scheduler.run();
  for (const site of sites) chat.checkLast(site, begin, alerts.silent.has(site));
}
