import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const jar = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));

export const noJava = 'No Java 11 or newer here, so the Nu checker did not run.';

const report = z.object({
  messages: z.array(
    z.object({
      url: z.string().optional(),
      message: z.string(),
      extract: z.string().optional(),
    }),
  ),
});

/** The errors that Nu finds, one sentence each; undefined without Java. All pages share one JVM. */
export async function checkWithNu(
  pages: ReadonlyMap<string, string>,
): Promise<string[] | undefined> {
  if (!(await hasJava())) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'nu-'));
  try {
    for (const [name, html] of pages) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, html);
    }
    const { stdout } = await run('java', [
      ...['-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', '--skip-non-html'],
      // Nu's CSS is older than view transitions; React closes void elements with a slash.
      ...['--filterpattern', 'CSS: .*|Trailing slash on void elements .*', folder],
    ]);
    return report.parse(JSON.parse(stdout)).messages.map(({ url = '', message, extract = '' }) => {
      const page = path.relative(folder, fileURLToPath(url));
      return `${page}: ${message} ${extract}`;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function hasJava(): Promise<boolean> {
  try {
    const { stderr } = await run('java', ['-version']);
    return Number(/version "(\d+)/.exec(stderr)?.[1]) >= 11;
  } catch {
    return false;
  }
}
