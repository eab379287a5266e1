import * as z from 'zod/mini';
import { erasedAtOnce } from '../../src/shared/api.ts';
import { limits } from '../../src/shared/fields.ts';
import { actorOf } from '../audit/append.ts';
import { forAdmins } from '../auth/admins.ts';
import { erase } from './erase.ts';
import { json } from '../http/answer.ts';
import { Refusal } from '../http/refusal.ts';
import { readJson } from '../http/request.ts';
import { foldEmail } from '../store/record.ts';

const bodySchema = z.object({
  // In the body and not in the address, which is kept in logs.
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.email)),
  /** As an answer before has given it. Without it nothing is erased, and only counted. */
  count: z.optional(z.int().check(z.nonnegative())),
});

/** Erases all submissions of one person, because they have asked for it. */
export const erasePerson = forAdmins(['POST'], async (request, deps, admin) => {
  const body = bodySchema.safeParse(await readJson(request));
  if (!body.success) throw new Refusal(400, 'Please send the e-mail address as email.');
  const { email, count } = body.data;
  const store = await deps.store();
  const found = await store.idsOf(foldEmail(email), erasedAtOnce + 1);
  const ids = found.slice(0, erasedAtOnce);
  const answer = { count: ids.length, more: found.length > ids.length };
  if (count === undefined) return json(200, answer);
  if (count !== ids.length) {
    return json(409, { error: `There are now ${ids.length}, not ${count}.`, ...answer });
  }
  const erased = await erase(ids, actorOf(admin), deps);
  return json(200, { erased: erased.count, refused: erased.refused });
});
