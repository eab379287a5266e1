import { expect, test } from 'vitest';
import { dryRun } from '../../../scripts/setup.ts';

test('the commands of a dry run print no secrets', () => {
  const lines: string[] = [];
  dryRun({ folder: import.meta.dirname, print: (line) => void lines.push(line) });
  const setting = lines.filter((it) => it.includes('netlify env:'));
  expect(setting.length).toBeGreaterThan(5);
  expect(setting.filter((it) => !it.endsWith(' > /dev/null'))).toEqual([]);
  expect(lines.filter((it) => it.includes('keys create') && it.includes('null'))).toEqual([]);
});
