import { expect, test } from 'vitest';
import { plants } from '../simulator/plants.ts';
import { run, search } from '../simulator/run.ts';

test('the site keeps every promise in 100 simulated worlds', { timeout: 300_000 }, async () => {
  const { failing } = await search(1, 100);
  expect(failing, 'npm run simulate -- --seed shows the steps').toBeUndefined();
});

test('the simulator repeats a world step by step', async () => {
  const one = { seed: 7, engine: 'firestore', traced: true } as const;
  const first = await run(one);
  expect(first.lines.length).toBeGreaterThan(50);
  expect((await run(one)).lines).toEqual(first.lines);
});

test.each(plants)(
  'the simulator finds a planted bug, and no violation without it: $name',
  async (plant) => {
    const { failing } = await search(plant.seed, 1, { plant });
    expect(failing, 'npm run simulate -- --plant all names another seed').toBeDefined();
    expect((await search(plant.seed, 1)).failing).toBeUndefined();
  },
);
