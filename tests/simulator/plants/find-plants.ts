import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { plants, type Plant } from './plants.ts';

export interface Found {
  seeds: number;
  /** Undefined if no seed found it. */
  violation?: string;
}

const script = path.join(import.meta.dirname, 'search-planted.ts');
const root = path.resolve(import.meta.dirname, '../../..');

export async function findPlant({ name }: Plant, seeds: number): Promise<Found> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [script, name, String(seeds)], { cwd: root });
  return JSON.parse(stdout) as Found;
}

/** Fails if a planted bug isn't found, because then the simulator misses something. */
export async function findPlants(seeds: number, say: (line: string) => void): Promise<void> {
  for (const plant of plants) {
    const { seeds: needed, violation } = await findPlant(plant, seeds);
    if (violation === undefined) throw new Error(`"${plant.name}" was not found in ${seeds} seeds`);
    say(`"${plant.name}" was found by seed ${needed}: ${violation}.`);
  }
}
