import { afterEach, describe, expect, test } from 'vitest';
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
  expect(session.read('b')).toBe('');
});

describe.each([
  ['refuses every call', refusingSession],
  ['throws when it is accessed', forbiddenSession],
  ['does not exist, as on the server', () => ({ leave: () => undefined })],
])('session storage that %s', (_, store) => {
  test('remembers nothing and throws nothing', () => {
    ({ leave } = store());
    expect(() => {
      session.write('a', '1');
    }).not.toThrow();
    expect(session.read('a')).toBeNull();
    expect(() => {
      session.remove('a');
    }).not.toThrow();
  });
});

test('session storage that becomes available later is used', () => {
  ({ leave } = forbiddenSession());
  session.write('a', '1');
  leave();
  ({ leave } = fakeSession());
  session.write('a', '2');
  expect(session.read('a')).toBe('2');
});
