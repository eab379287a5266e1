import { currentConsent } from '../../../src/shared/consent.ts';
import type { Submission } from '../../../src/shared/contact-schema.ts';
import { api } from '../../../src/shared/api.ts';
import { filledIn } from './filled-in.ts';

export const origin = 'https://leadwright.example';

/** The request that the form's script sends; a test may change it. */
export function aSubmission(different: Partial<Record<keyof Submission, unknown>> = {}) {
  const usual = {
    ...filledIn,
    id: crypto.randomUUID() as string,
    source: 'contact_page',
    consent_version: currentConsent.version,
  };
  return { ...usual, ...different } as typeof usual;
}

/** A first-time visitor's request. A few in a day are usual, and more are held. */
export function fromAnother(): Lead {
  const id = crypto.randomUUID();
  const digits = String(Number.parseInt(id.slice(0, 8), 16)).padStart(10, '0');
  return aSubmission({ id, email: `${id}@example.com`, phone: `+44 ${digits}` });
}

export const post = (path: string, body: unknown, headers: Record<string, string> = {}): Request =>
  new Request(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** The body that the form's script sends; a retry sends it again. */
export type Lead = ReturnType<typeof aSubmission>;

export const submitting = (lead: Lead): Request => post(api.submitContact, lead);

export const postForm = (
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  path: string = api.submitContact,
) =>
  new Request(origin + path, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  });

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export const get = (path: string, headers: Record<string, string> = {}): Request =>
  new Request(origin + path, { headers });

/** Asks for the leads of a view, like the inbox: by POST with a search and with the tag of the last response. */
export function listing(view: string, headers: Record<string, string>, tag?: string | null) {
  const { path, search } = apart(view);
  if (search)
    return post(api.search + path, { ...search, ...(tag != null && { seen: tag }) }, headers);
  return get(api.submissions + path, { ...headers, ...(tag != null && { 'if-none-match': tag }) });
}

export function exporting(view: string, headers: Record<string, string>) {
  const { path, search } = apart(view);
  const address = api.submissionsCsv + path;
  return search ? post(address, search, headers) : get(address, headers);
}

function apart(view: string) {
  const parameters = new URLSearchParams(view);
  const q = parameters.get('q');
  parameters.delete('q');
  return { path: `?${parameters.toString()}`, search: q === null ? undefined : { q } };
}

/** Leaves out times, ids and hashes: these may contain any three digits by chance. */
export const withoutChance = (text: string): string =>
  text.replace(
    /\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}/g,
    '',
  );
