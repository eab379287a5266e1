import { readFile } from 'node:fs/promises';
import { log } from '../log/log.ts';

/**
 * A page of the site that a function fills in. The build puts it beside the published files, and the
 * bundles of the functions have it. A server that runs without a build gets the fallback.
 */
export async function builtPage(name: string, fallback: string): Promise<string> {
  try {
    return await readFile(`.built/${name}`, 'utf8');
  } catch {
    log({ event: 'built page missing' });
    return fallback;
  }
}
