import { expect, test } from 'vitest';
import { parsePort } from '../../../scripts/serve/listen.ts';

test.each([
  [undefined, 8888],
  ['', 8888],
  ['0', 0],
  ['8890', 8890],
  ['65535', 65_535],
])('PORT=%s is port %i', (value, port) => {
  expect(parsePort(value)).toBe(port);
});

test.each(['http', '-1', '65536', '80.5', ' 80', '0x50', '1e3'])(
  'the server refuses PORT=%s',
  (value) => {
    expect(() => parsePort(value)).toThrow(`but it is "${value}".`);
  },
);
