import { run, type Outcome, type Run } from './run.ts';

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
