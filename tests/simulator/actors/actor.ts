import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';

/** Somebody's doing, from its beginning to its end. Its random numbers are its own. */
export interface Doing {
  simulation: Simulation;
  random: Random;
  /** Names it in the steps of a run. */
  name: string;
  number: number;
}

export type Actor = (doing: Doing) => Promise<void>;
