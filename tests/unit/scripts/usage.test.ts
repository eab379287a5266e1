import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['simulate', ['--help'], 'The options of the simulator are .+: npm run simulate -- .+'],
  ['simulate', ['--seeds', '0'], 'The options of the simulator are .+'],
  ['bench', ['--foo'], 'The bench measures weight, .+: npm run bench -- weight'],
  ['doctor', ['--foo'], 'The options of the doctor are .+'],
  ['canary', ['--foo'], 'The option of the canary is .+: npm run canary -- .+'],
  ['setup', ['--foo'], 'The option of setup is .+: npm run setup -- .+'],
  ['start', ['--port', '9000'], 'The site has no options, .+ npm start'],
  ['demo', ['foo'], 'The demo has no options, .+ npm run demo'],
  ['assets', ['foo'], 'This command has no options: npm run assets'],
  ['functions/bundle', ['foo'], 'This command has no options: npm run bundle'],
  ['test', ['tests/unit'], 'The steps are .+: npm test -- .+'],
  ['admin-role', ['grant'], 'Name one account: npm run grant-admin -- .+'],
  ['admin-role', ['revoke', 'a@example.com', '--unverified'], 'Name one account: .+'],
  ['transfer/export', ['--out', 'folder'], 'Name one file, or none: npm run export -- .+'],
  ['transfer/import', [], 'Name the file, or - for standard input: npm run import -- .+'],
])('scripts/%s.ts %j says how the command is called', (name, args, usage) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.ts`, ...args], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^${usage}\n$`));
});
