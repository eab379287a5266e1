import { describe, expect, test } from 'vitest';
import { findPlant, plants } from '../simulator/plants/plants.ts';

describe('the simulator', () => {
  test.each(plants)('finds a planted bug: $name', { timeout: 120_000 }, async (plant) => {
    expect((await findPlant(plant, 1000)).violation).toBeDefined();
  });

  test('shrinks a seed that fails to what it needs', { timeout: 120_000 }, async () => {
    const [plant] = plants;
    if (!plant) throw new Error('Nothing is planted.');
    const [whole, shrunk] = (await findPlant(plant, 1000, 'shrinks')).shown;
    const withoutId = (violation = '') => violation.replace(/^[\da-f-]{36} /, '');
    expect(withoutId(shrunk?.violation)).toBe(withoutId(whole?.violation));
    expect(shrunk?.actions).toBeLessThan(Number(whole?.actions) / 3);
    expect(shrunk?.lines).toBeGreaterThan(0);
  });
});
