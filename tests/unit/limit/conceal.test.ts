import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { concealer, keyFile } from '../../../functions/limit/conceal.ts';

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'conceal-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'data');
};

describe('a concealed text', () => {
  test('is the same for the same text and key, and says nothing', async () => {
    const conceal = concealer({ privateKey: 'one' });
    expect(await conceal('203.0.113.9')).toMatch(/^[0-9a-f]{32}$/);
    expect(await concealer({ privateKey: 'one' })('203.0.113.9')).toBe(
      await conceal('203.0.113.9'),
    );
    expect(await conceal('203.0.113.8')).not.toBe(await conceal('203.0.113.9'));
    expect(await concealer({ privateKey: 'two' })('203.0.113.9')).not.toBe(
      await conceal('203.0.113.9'),
    );
  });

  test('is the same for processes that make the key at once', async () => {
    const folder = newFolder();
    const all = Array.from({ length: 20 }, () => concealer({ folder })('203.0.113.9'));
    expect(new Set(await Promise.all(all)).size).toBe(1);
    expect(readdirSync(folder)).toEqual([keyFile]);
    expect(readFileSync(join(folder, keyFile))).toHaveLength(32);
    expect(statSync(join(folder, keyFile)).mode & 0o077).toBe(0);
  });

  test('can be had where nothing can be written', async () => {
    const conceal = concealer({ folder: '/dev/null/nowhere' });
    expect(await conceal('a')).toBe(await conceal('a'));
  });
});
