import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

interface Source {
  /** From the repository's root. */
  path: string;
  text: string;
}

/** The repository's files that match, including new ones and without ignored ones. */
export function trackedSources(pattern: RegExp): Source[] {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed
    .split('\0')
    .filter((path) => pattern.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
