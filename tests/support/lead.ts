import { currentConsent } from '../../src/shared/consent.ts';
import { api } from '../../src/shared/api.ts';
import { filledIn } from './filled-in.ts';

export type Fields = Record<string, unknown>;
export type Lead = Fields & { id: string };

/** What the form sends; each has an id of its own. */
export const aLead = (different: Fields = {}): Lead => ({
  ...filledIn,
  id: crypto.randomUUID(),
  source: 'contact_page',
  consent_version: currentConsent.version,
  ...different,
});

export const submitting = (fields: Fields, origin = 'http://localhost'): Request =>
  new Request(origin + api.submitContact, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
