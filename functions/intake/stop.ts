import { unproven } from '../../src/shared/audit.ts';
import { Refusal } from '../http/request.ts';
import { formAnswering } from './plain-form.ts';
import { requireRoom } from './rate-limiter.ts';
import { ConfigError } from '../unavailable.ts';
import { optOut } from '../opt-outs/opt-out.ts';
import { personIn } from '../opt-outs/person.ts';

/** In ms. Constant response time: timing must not reveal whether the person is known. */
const sameMs = 1000;

/** Anyone can fill in the form of /stop for any person, so the answer says nothing about the person. */
export const stop = formAnswering('stop', async (fields, _, deps) => {
  const person = personIn(fields);
  await requireRoom(deps.newId(), await deps.store(), deps, 'stop');
  const stopping = optOut(person, null, unproven, deps);
  await Promise.all([stopping, deps.pause(sameMs)]).catch((error: unknown) => {
    // The refusal of a missing or changed PRIVACY_KEY is for staff, so visitors get another sentence.
    throw error instanceof Refusal ? new ConfigError(error.message) : error;
  });
  return '/stopped';
});
