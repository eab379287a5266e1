import { expect, test } from 'vitest';
import { describe } from '../../functions/log/describe.ts';
import { Unavailable } from '../../functions/http/unavailable.ts';

test('an error of others is told by its name and place, whatever its message looks like', () => {
  const line = describe(new TypeError('no\n    at DANA ROE dana@example.com'));
  expect(line).toMatch(/^TypeError at .*describe\.test\.ts/);
  expect(line).not.toMatch(/dana/i);
  expect(describe(new Error(''))).toMatch(/^Error at /);
});

test('one of ours says what it says, and why', () => {
  const cause = new Error('No route to host');
  expect(describe(new Unavailable('The store is away.', { cause }))).toMatch(
    /^\w+: The store is away\. Because: Error: No route to host$/,
  );
});

test('what is no error is told by its kind alone', () => {
  expect(describe('dana@example.com')).toBe('string');
});
