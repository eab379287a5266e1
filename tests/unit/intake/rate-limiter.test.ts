import { describe, expect, test } from 'vitest';
import { findRepeated } from '../../../functions/intake/spam/counts.ts';
import { filledIn } from '../../support/builders/filled-in.ts';
import { networkOf } from '../../../functions/intake/rate-limiter.ts';
import { countHit, readHits } from '../../../functions/store/hits.ts';
import { mkdtempDisposableSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyedHasher, keyFile } from '../../../functions/intake/keyed-hash.ts';
import { parseSubmitLimit } from '../../../functions/env.ts';

test.each([
  ['', 30, 600_000],
  ['1/1s', 1, 1000],
  [' 5000/24h ', 5000, 86_400_000],
])('SUBMIT_LIMIT accepts %s', (text, count, windowMs) => {
  expect(parseSubmitLimit({ SUBMIT_LIMIT: text })).toEqual({ count, windowMs });
});

test.each([
  'many',
  '0/10m',
  '30/0s',
  '-1/1m',
  '5001/1s',
  '1/25h',
  '30 / 10m',
  '30/10ms',
  '5000/86401s',
])('SUBMIT_LIMIT rejects %j, and says what it can be', (text) => {
  expect(() => parseSubmitLimit({ SUBMIT_LIMIT: text })).toThrow(
    'SUBMIT_LIMIT must look like 30/10m, which means 30 forms in 10 minutes: at most 5000, and s, m or h up to 24h.',
  );
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.114.9', '203.0.114.9'],
  // One customer's /56 is one network, whichever /64 of it a form comes from.
  ['2001:db8:1:200::1', '2001:db8:1:200::'],
  ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:200::'],
  ['2001:db8:1:300::1', '2001:db8:1:300::'],
  ['2001:db8:1:2:0:1::', '2001:db8:1::'],
  ['2001:db8::1', '2001:db8::'],
  ['fe80::1%eth0', 'fe80::'],
  ['2001::ffff:cb00:7109', '2001::'],
  ['2001::1:f2:3:4:5:6', '2001:0:1::'],
  ['', ''],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

const limit = { count: 2, windowMs: 1000 };
const hit = (mark: string, at: number) => ({ mark, at });
const admitted = { admitted: true } as const;

describe('a hit', () => {
  test('is admitted and changes nothing if it was counted before', () => {
    const both = [hit('a', 0), hit('b', 500)];
    expect(countHit(both, 'a', limit, 999)).toEqual({ admission: admitted });
  });

  test('counts if its time is in the future, but not for longer than the window', () => {
    const ahead = [hit('a', 999), hit('b', 999)];
    expect(countHit(ahead, 'c', limit, 0).admission).toMatchObject({ admitted: false });
    expect(countHit([hit('a', 1000)], 'c', limit, 0).seen).toEqual([hit('c', 0)]);
  });
});

test.each([undefined, null, 7, 'x', {}, [7], [{ mark: 'a' }], [{ mark: 1, at: 1 }]])(
  'hits that can’t be read don’t count: %j',
  (stored) => expect(readHits(stored)).toEqual([]),
);

test.each([
  [{ phone: '1 (713) 555-0142' }, '+17135550142'],
  // Not a valid number, but a machine may dial it: its first ten digits count.
  [{ phone: '1 111 555 0142 or 555 0143' }, '+11115550142'],
  [{ email: 'Dana.Roe+ads@mail.Example.com' }, 'danaroe@mail.example.com'],
  [{ message: `Dana Roe ${'écrit '.repeat(15)}42` }, 'écrit'.repeat(15)],
])('a lead %j is counted as %s', async (different, notation) => {
  const counted: string[] = [];
  const admit = (key: string) => Promise.resolve((counted.push(key), admitted));
  const deps = { keyedHash: (text: string) => Promise.resolve(text), now: () => new Date() };
  const sent = { ...filledIn, id: 'a', ...different };
  expect(await findRepeated(sent, { admit }, { ...deps, log: () => undefined })).toEqual([]);
  expect(counted.map((it) => it.replace(/^same_\w+ /, ''))).toContain(notation);
});

describe('a keyed hash', () => {
  test('is the same for the same text and key, and does not reveal the text', async () => {
    const keyedHash = keyedHasher({ privateKey: 'one' });
    expect(await keyedHash('203.0.113.9')).toMatch(/^[0-9a-f]{32}$/);
    expect(await keyedHasher({ privateKey: 'one' })('203.0.113.9')).toBe(
      await keyedHash('203.0.113.9'),
    );
    expect(await keyedHash('203.0.113.8')).not.toBe(await keyedHash('203.0.113.9'));
    expect(await keyedHasher({ privateKey: 'two' })('203.0.113.9')).not.toBe(
      await keyedHash('203.0.113.9'),
    );
  });

  test('stays the same across versions of the site', async () => {
    expect(await keyedHasher({ privateKey: 'one' })('203.0.113.9')).toBe(
      '8bec1f9d6ab90f6b6681461fb378bd4c',
    );
  });

  test('is the same for processes that create a key at the same time', async () => {
    using scratch = mkdtempDisposableSync(join(tmpdir(), 'keyed-hash-'));
    const folder = join(scratch.path, 'data');
    const all = Array.from({ length: 20 }, () => keyedHasher({ folder })('203.0.113.9'));
    expect(new Set(await Promise.all(all)).size).toBe(1);
    expect(readdirSync(folder)).toEqual([keyFile]);
    expect(readFileSync(join(folder, keyFile))).toHaveLength(32);
    expect(statSync(join(folder, keyFile)).mode & 0o077).toBe(0);
  });

  test('works even if the key file cannot be written', async () => {
    const keyedHash = keyedHasher({ folder: '/dev/null/nowhere' });
    expect(await keyedHash('a')).toBe(await keyedHash('a'));
    expect(await keyedHasher({ folder: '/dev/null/nowhere' })('a')).not.toBe(await keyedHash('a'));
  });
});
