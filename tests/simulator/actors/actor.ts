import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';

/** One actor's whole action. It has its own random numbers. */
export interface Doing {
  simulation: Simulation;
  random: Random;
  /** Its name in the steps of a run. */
  name: string;
  number: number;
}

export type Actor = (doing: Doing) => Promise<void>;
