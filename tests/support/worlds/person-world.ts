import { expect } from 'vitest';
import type { Deps, Handler } from '../../../functions/deps.ts';
import { releaseSubmission, resendToWebhook } from '../../../functions/delivery/by-hand.ts';
import { erasePerson, erasedConsent } from '../../../functions/erasure/erase.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { doNotContact } from '../../../functions/privacy/do-not-contact.ts';
import type { Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { aSubmission, bearer, post } from '../builders/requests.ts';
import { sqliteEngine } from './each-engine.ts';
import { worldWith } from './world.ts';

/** The calls of an admin and a visitor about one person, around a store. */
export function callsOn(store: Store, different: Partial<Deps> = {}) {
  const world = worldWith(store, {
    verify: () => Promise.resolve({ uid: 'ada', email: 'ada@example.com' }),
    ...different,
  });
  const calling = (handler: Handler, path: string) => async (body: unknown) => {
    const response = await handler(post(path, body, bearer('token')), world);
    return { status: response.status, body: (await response.json()) as { error?: string } };
  };
  const submit = calling(submitContact, api.submitContact);
  return {
    world,
    put: calling(doNotContact, api.doNotContact),
    release: calling(releaseSubmission, api.releaseSubmission),
    resend: calling(resendToWebhook, api.resendToWebhook),
    erase: calling(erasePerson, api.erasePerson),
    /** What did they agree to? */
    ask: calling(erasedConsent, api.erasedConsent),
    /** Sends a lead, and returns it as it is stored. */
    send: async (person: object) => {
      const lead = aSubmission(person);
      expect((await submit(lead)).status).toBe(201);
      return (await store.get(lead.id)) ?? expect.unreachable();
    },
    entries: async () => (await store.audit({ limit: 9 })).entries,
  };
}

/** The same on a SQLite store of its own. */
export async function personWorld(different: Partial<Deps> = {}) {
  const store = (await sqliteEngine()).open();
  await store.grantRole('ada', 'admin');
  return { store, ...callsOn(store, different) };
}
