import { run, type Outcome, type Run } from './run.ts';

export interface Figures {
  seeds: number;
  steps: number;
  leads: number;
  crashes: number;
  lost: number;
  seconds: number;
}

interface Searched {
  figures: Figures;
  /** The first seed that failed. */
  failing: (Run & Pick<Outcome, 'violation'>) | undefined;
}

/** Seeds alternate between the engines. */
export const runOf = (seed: number): Run => ({
  seed,
  engine: seed % 2 === 0 ? 'sqlite' : 'firestore',
});

/** Runs seeds one after the other until one fails. */
export async function search(
  from: number,
  count: number,
  progress: (done: number) => void = () => undefined,
): Promise<Searched> {
  const began = performance.now();
  const figures: Figures = { seeds: 0, steps: 0, leads: 0, crashes: 0, lost: 0, seconds: 0 };
  let failing: Searched['failing'];
  for (let seed = from; seed < from + count && !failing; seed++) {
    const one = runOf(seed);
    const { violation, ...outcome } = await run(one);
    figures.seeds += 1;
    for (const name of ['steps', 'leads', 'crashes', 'lost'] as const)
      figures[name] += outcome[name];
    if (violation !== undefined) failing = { ...one, violation };
    progress(figures.seeds);
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
        for (const it of piece) without.add(it);
        if (piece.length > 0 && !(await stillFails())) for (const it of piece) without.delete(it);
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
