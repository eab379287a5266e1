import { beforeEach, describe, expect, test, vi } from 'vitest';
import { inCall } from '../../../functions/live.ts';
import { Unavailable } from '../../../functions/unavailable.ts';
import { describe as described, levelOf, log, type LogEvent } from '../../../functions/log/log.ts';

const lead = { id: '6f9e5a4e-2b86-4d5e-9a55-0f6f3d3f6c11' };
const error = described(new TypeError('Maria Lopez'));

test.each<[LogEvent, 'info' | 'error']>([
  [{ event: 'submission-not-stored', ...lead }, 'error'],
  [{ event: 'delivery', ...lead, ms: 9, status: 204, delivery: 'delivered' }, 'info'],
  [{ event: 'delivery', ...lead, ms: 9, status: 500, delivery: 'pending' }, 'error'],
  [{ event: 'failure', error }, 'error'],
  [{ event: 'call', ms: 9, method: 'GET', outcome: 'refused', status: 403 }, 'info'],
  [{ event: 'call', ms: 9, method: 'GET', outcome: 'unavailable', status: 503 }, 'error'],
  [{ event: 'call', ms: 9, outcome: 'failed', attempted: 0 }, 'error'],
])('the level of %o is %s', (event, level) => {
  expect(levelOf(event)).toBe(level);
});

describe('the log', () => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    for (const stream of ['log', 'error'] as const) {
      vi.spyOn(console, stream).mockImplementation((line: string) => lines.push(line));
    }
  });

  test('writes only errors with LOG_LEVEL=error', () => {
    vi.stubEnv('LOG_LEVEL', 'error');
    log({ event: 'limit-reached' });
    log({ event: 'failure', error });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/"level":"error","event":"failure","error":"TypeError at /);
    expect(lines[0]).not.toContain('Maria');
  });

  test('ends a call that threw with the error and a failed outcome', async () => {
    const of = { request: 'one', function: 'submit-contact' };
    const broken = inCall(of, () => Promise.reject(new TypeError('Maria Lopez')));
    await expect(broken).rejects.toThrow(TypeError);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { ...of, event: 'failure' },
      { ...of, event: 'call', outcome: 'failed' },
    ]);
    expect(lines.join()).not.toContain('Maria');
  });
});

describe('the description of an error', () => {
  test('has only the name and place of a foreign error, whatever its message', () => {
    const line = described(new TypeError('no\n    at DANA ROE dana@example.com'));
    expect(line).toMatch(/^TypeError at .*log\.test\.ts/);
    expect(line).not.toMatch(/dana/i);
    expect(described(new Error(''))).toMatch(/^Error at /);
  });

  test('has the messages of our own errors, and only the names and codes of foreign causes', () => {
    const database = Object.assign(new TypeError('dana@example.com'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: 13,
    });
    const own = new Unavailable('The file is full.', { cause: database });
    expect(described(new Unavailable('The store is away.', { cause: own }))).toBe(
      'Unavailable: The store is away. Because: Unavailable: The file is full. Because: TypeError ERR_SQLITE_ERROR 13',
    );
    const said = Object.assign(new Error('dana@example.com', { cause: own }), { code: 'Dana Roe' });
    expect(described(new Unavailable('Away.', { cause: said }))).toBe(
      'Unavailable: Away. Because: Error Because: Unavailable: The file is full. Because: TypeError ERR_SQLITE_ERROR 13',
    );
  });
});
