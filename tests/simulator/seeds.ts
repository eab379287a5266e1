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
export const runOf = (seed: number, engine?: Run['engine']): Run => ({
  seed,
  engine: engine ?? (seed % 2 === 0 ? 'sqlite' : 'firestore'),
});

/** Runs seeds one after the other until one fails. */
export async function search(
  from: number,
  count: number,
  engine?: Run['engine'],
  progress: (done: number) => void = () => undefined,
): Promise<Searched> {
  const began = performance.now();
  const figures: Figures = { seeds: 0, steps: 0, leads: 0, crashes: 0, lost: 0, seconds: 0 };
  let failing: Searched['failing'];
  for (let seed = from; seed < from + count && !failing; seed++) {
    const one = runOf(seed, engine);
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
