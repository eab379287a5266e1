import { readFile } from 'node:fs/promises';
import { placeholders } from '../../src/shared/placeholders.ts';
import { log } from '../log/log.ts';

/**
 * The pages for refused forms, and the page of each form. Without JavaScript, the browser posts the form itself, so the
 * response must be a page with the visitor's text.
 */
export const formPages = {
  'form-again': '/contact',
  stop: '/stop',
} as const;

export type FormPage = keyof typeof formPages;
export type BuiltPage = FormPage | 'thank-you';

/** The build puts the page beside the published files, and the functions' bundles include it. */
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
