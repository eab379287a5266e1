import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { log } from '../log/log.ts';

/**
 * A page of the site that a function fills in. The build puts it beside the published files, and the
 * bundles of the functions have it. A server that runs without a build gets the fallback.
 */
export async function builtPage(name: string, fallback: string): Promise<string> {
  try {
    return await readFile(`.built/${name}`, 'utf8');
  } catch {
    log({ event: 'built-page-missing' });
    return fallback;
  }
}

/** The pages that ask for consent, by the mark that their forms send. The build writes this file. */
export const consentPagesFile = 'consent-pages.json';

export const consentPagesSchema = z.record(
  z.string(),
  z.object({
    /** The hash of the page as it was served, and its name in the archive. */
    sha256: z.string(),
    /** The first deploy that served it. Null if it was built elsewhere. */
    deploy: z.nullable(z.string()),
    /** Whether its box starts empty. The box of a refused form may come back ticked. */
    starts_empty: z.boolean(),
    /** Whether this deploy serves it. Missing in an archive from before this was asked. */
    current: z.optional(z.boolean()),
  }),
);

export type ConsentPages = z.infer<typeof consentPagesSchema>;
export type ConsentPage = ConsentPages[string];

export async function consentPage(mark: string): Promise<ConsentPage | undefined> {
  try {
    const text = await readFile(`.built/${consentPagesFile}`, 'utf8');
    return consentPagesSchema.parse(JSON.parse(text))[mark];
  } catch {
    // A server without a build has no archive, and its leads are as good.
    return undefined;
  }
}
