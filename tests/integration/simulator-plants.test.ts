import { describe, expect, test } from 'vitest';
import { findPlant, plants } from '../simulator/plants/plants.ts';

describe('the simulator', () => {
  test.each(plants)('finds a planted bug: $name', { timeout: 120_000 }, async (plant) => {
    expect((await findPlant(plant, 1000)).violation).toBeDefined();
  });
});
