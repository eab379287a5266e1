import { expect, test } from 'vitest';
import { dryRun } from '../../../scripts/setup.ts';

const lines: string[] = [];
dryRun({ folder: import.meta.dirname, print: (line) => void lines.push(line) });

test('the commands of a dry run print no secrets', () => {
  const setting = lines.filter((it) => it.includes('netlify env:'));
  expect(setting.length).toBeGreaterThan(5);
  expect(setting.filter((it) => !it.endsWith(' > /dev/null'))).toEqual([]);
  expect(lines.filter((it) => it.includes('keys create') && it.includes('null'))).toEqual([]);
});

test('a person can copy the commands of a dry run, though firebase is only in node_modules', () => {
  const ours = lines.filter((it) => it.includes('firebase ') && it.includes('$'));
  expect(ours.length).toBeGreaterThan(3);
  for (const it of ours) expect(it).toContain('$ npx firebase ');
});
