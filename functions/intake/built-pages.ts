import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { placeholders } from '../../src/shared/placeholders.ts';
import { log } from '../log/log.ts';

/** The pages that refused forms come back on, and where each form is. Decision 0013. */
export const formPages = {
  'form-again': '/contact',
  dispute: '/dispute',
  stop: '/stop',
} as const;

export type FormPage = keyof typeof formPages;
export type BuiltPage = FormPage | 'thank-you';

/**
 * A page of the site that a function fills in. The build puts it beside the published files, and the
 * bundles of the functions have it.
 */
export async function builtPage(name: BuiltPage): Promise<string> {
  try {
    return await readFile(`.built/${name}.html`, 'utf8');
  } catch {
    log({ event: 'built-page-missing' });
    return barePage(name);
  }
}

/** For a server that runs without a build. */
export function barePage(name: BuiltPage): string {
  const text = name === 'thank-you' ? 'Thank You!' : placeholders.text('problem');
  return `<!doctype html><html lang="en-US"><meta charset="utf-8"><title>Your request</title><p role="alert">${text}</p><p><a href="/">Back to the site</a></p></html>`;
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
    /** The version of the text that its form names. Missing if it names none, which no page of ours does. */
    version: z.optional(z.string()),
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
