import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { readJson } from '../http/request.ts';
import { hashesIn } from '../privacy/do-not-contact.ts';

/**
 * Answers what an erased person had agreed to. The caller must have their e-mail address or phone number:
 * tombstones have keyed hashes only, so nobody can list the people behind them.
 */
export const erasedConsent = forAdmins(['POST'], async (request, deps) => {
  const hashes = hashesIn(await readJson(request), deps);
  const tombstones = await (await deps.store()).tombstonesOf(hashes);
  const agreed = tombstones.flatMap(({ consent, erased_at }) =>
    consent ? [{ version: consent.version, at: consent.at, erased_at }] : [],
  );
  return json(200, { agreed: agreed.toSorted((a, b) => b.at.localeCompare(a.at)) });
});
