import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keyedHasher, keyFile } from '../../../functions/intake/keyed-hash.ts';

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyed-hash-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'data');
};

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

  test('stays the same from one version of the site to the next', async () => {
    expect(await keyedHasher({ privateKey: 'one' })('203.0.113.9')).toBe(
      '8bec1f9d6ab90f6b6681461fb378bd4c',
    );
  });

  test('is the same for processes that make a key at once', async () => {
    const folder = newFolder();
    const all = Array.from({ length: 20 }, () => keyedHasher({ folder })('203.0.113.9'));
    expect(new Set(await Promise.all(all)).size).toBe(1);
    expect(readdirSync(folder)).toEqual([keyFile]);
    expect(readFileSync(join(folder, keyFile))).toHaveLength(32);
    expect(statSync(join(folder, keyFile)).mode & 0o077).toBe(0);
  });

  test('works even if no file can be written', async () => {
    const keyedHash = keyedHasher({ folder: '/dev/null/nowhere' });
    expect(await keyedHash('a')).toBe(await keyedHash('a'));
    expect(await keyedHasher({ folder: '/dev/null/nowhere' })('a')).not.toBe(await keyedHash('a'));
  });
});
