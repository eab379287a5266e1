import { afterEach, expect, test } from 'vitest';
import { session } from '../../../src/browser/session.ts';
import {
  fakeSession,
  forbiddenSession,
  refusingSession,
} from '../../support/worlds/fake-session.ts';

let leave = (): void => undefined;
afterEach(() => {
  leave();
  leave = () => undefined;
});

test('a value can be read until it is removed', () => {
  ({ leave } = fakeSession());
  expect(session.read('a')).toBeNull();
  session.write('a', '1');
  session.write('b', '');
  expect(session.read('a')).toBe('1');
  expect(session.read('b')).toBe('');
  session.remove('a');
  expect(session.read('a')).toBeNull();
});

test.each([
  ['refuses every call', refusingSession],
  ['throws when it is accessed', forbiddenSession],
  ['does not exist, as on the server', () => ({ leave: () => undefined })],
])('session storage that %s remembers nothing and throws nothing', (_, store) => {
  ({ leave } = store());
  session.write('a', '1');
  expect(session.read('a')).toBeNull();
  session.remove('a');
});
