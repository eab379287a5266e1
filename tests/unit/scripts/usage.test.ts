import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['simulate', '--help'],
  ['simulate', 'foo'],
  ['bench', '--foo'],
])('npm run %s -- %s says how the command is called', (name, argument) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.ts`, argument], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^The options of the .+: npm run ${name} -- .+\n$`));
});
