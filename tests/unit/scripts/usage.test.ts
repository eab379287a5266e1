import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { aFolder } from '../../support/worlds/each-engine.ts';

test.each([
  ['simulate', ['--seeds', '0'], 'The options of the simulator are .+: npm run simulate -- .+'],
  ['bench', ['--foo'], 'The bench measures weight, .+: npm run bench -- weight'],
  ['doctor', ['--foo'], 'The option of the doctor is .+: npm run doctor -- .+'],
  ['start', ['--port', '9000'], 'The site has no options, .+ npm start'],
  ['assets', ['foo'], 'This command has no options: npm run assets'],
  ['test', ['tests/unit'], 'The steps are .+: npm test -- .+'],
  ['admin-role', ['grant'], 'Name one account: npm run grant-admin -- .+'],
  ['transfer/export', ['--out', 'folder'], 'Name the file: npm run export -- .+'],
])('scripts/%s.ts %j says how the command is called', (name, args, usage) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.ts`, ...args], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^${usage}\n$`));
});

test.each([
  ['soak', 'The soak'],
  ['test', 'The step integration'],
])('on Windows, scripts/%s.ts says where it can run', (name, what) => {
  const windows = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`;
  const { stderr } = spawnSync(process.execPath, ['--import', windows, `scripts/${name}.ts`]);
  expect(String(stderr)).toBe(`${what} needs Linux or macOS: on Windows, run it in WSL.\n`);
});

test('npm run finds the project’s Node, so an older one is enough to start with', async () => {
  const folder = await aFolder();
  const older = path.join(folder, 'node');
  const refusal = "echo 'this Node runs no TypeScript' >&2; exit 99";
  await writeFile(
    older,
    `#!/bin/sh\ncase "$*" in *.ts*) ${refusal};; esac\nexec '${process.execPath}' "$@"\n`,
  );
  await chmod(older, 0o755);
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  const run = (...command: string[]) => spawnSync('npm', command, { encoding: 'utf8', env }).stderr;
  expect(run('exec', '--', older, 'x.ts')).toContain('this Node runs no TypeScript');
  expect(run('run', 'serve', '--', '--port', '9000')).toContain('The site has no options');
});
