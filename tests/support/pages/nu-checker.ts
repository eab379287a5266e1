import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { soakTools } from '../../../soak/tools.ts';

const run = promisify(execFile);

const report = z.object({
  messages: z.array(
    z.object({
      url: z.string().optional(),
      message: z.string(),
      extract: z.string().optional(),
    }),
  ),
});

/** The errors that Nu finds, one sentence each. It needs Java 11. All pages share one JVM. */
export async function checkWithNu(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const jar = path.join(soakTools(), 'vnu-jar/build/dist/vnu.jar');
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
