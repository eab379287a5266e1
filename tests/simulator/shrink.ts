import { run, type Outcome, type Run } from './run.ts';

/** Enough for what one seed does; each costs some milliseconds. */
const mostRuns = 500;

/** The same violation from as few actions and faults as can be found, and its steps. */
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

  /** Leaves out as much of it as it can, large pieces first. */
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

/** What is wrong, whichever lead it is wrong with. */
export const kindOf = (violation: string | undefined): string | undefined =>
  violation?.replace(/\b[\da-f]{8}-[\da-f-]{27}\b/g, 'a lead');
