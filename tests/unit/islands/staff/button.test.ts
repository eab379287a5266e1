import { expect, test } from 'vitest';
import { counted } from '../../../../src/islands/staff/Button.tsx';

test.each([
  ['has ended', () => Promise.resolve(), undefined],
  ['has failed', () => Promise.reject(new Error('A bug')), 'A bug'],
])('a button is busy until its action %s, and not longer', async (_, act, why) => {
  let busy = 0;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const failure = counted(promise.then(act), (change) => (busy += change)).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  expect(busy).toBe(1);
  resolve(undefined);
  expect(await failure).toBe(why);
  expect(busy).toBe(0);
});
