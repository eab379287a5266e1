/** Temporary folders, empty or with a copy of the project. */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtempDisposable, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Runs the work in a temporary folder, which is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'leadwright-bench-'));
  return await work(folder.path);
}

/** The same with a copy of the project, for builds with files that it doesn't have. */
export const withScratch = <T>(work: (project: string) => Promise<T>): Promise<T> =>
  withFolder(async (scratch) => {
    await copyProject(scratch);
    return work(scratch);
  });

export function buildIn(project: string): void {
  execFileSync('npm', ['run', 'build', '--loglevel=error'], {
    cwd: project,
    // Not printed; a build that fails throws an error with its output.
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Links packages one by one, so that the copy has its own cache of Astro in node_modules. */
async function copyProject(target: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard']);
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(file, join(target, file)).catch((error: unknown) => {
      // Git also lists deleted files until the deletion is committed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  }
  await mkdir(join(target, 'node_modules'));
  for (const name of await readdir('node_modules'))
    if (name === '.bin' || !name.startsWith('.'))
      await symlink(resolve('node_modules', name), join(target, 'node_modules', name));
}
