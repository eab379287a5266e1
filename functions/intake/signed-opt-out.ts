import { textingTool } from '../../src/shared/audit.ts';
import { signature } from '../delivery/webhook/message.ts';
import type { Deps, Handler } from '../deps.ts';
import { respond } from '../http/answer.ts';
import { Refusal, isSameSecret, jsonOf, readText, requireOwnOrigin } from '../http/request.ts';
import { minute } from '../durations.ts';
import { optOut } from '../opt-outs/opt-out.ts';
import { usablePersonIn } from '../opt-outs/person.ts';

/** For a person who wrote STOP to the texting tool. A repetition changes nothing. */
export const signedOptOut: Handler = async (request, deps) => {
  requireOwnOrigin(request);
  // 503, because the tool must try again after the variable is set.
  if (deps.optOutSecrets.length === 0) {
    throw new Refusal(
      503,
      'OPT_OUT_SECRET is not set on this site, or it is wrong: set it to the secret that the texting tool signs with, and deploy.',
    );
  }
  const body = await readText(request);
  // Before the store is opened, because a call without a signature must cost little.
  requireSigned(request, body, deps);
  const person = usablePersonIn(jsonOf(body));
  await optOut(person, null, textingTool, deps);
  return respond(204, null, {});
};

function requireSigned({ headers }: Request, body: string, { optOutSecrets, now }: Deps): void {
  const refused = (sentence: string) => new Refusal(401, sentence);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headers.get(`webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw refused(
      'Please sign this call as Standard Webhooks are signed, with webhook-id, webhook-timestamp and webhook-signature.',
    );
  const expected = optOutSecrets.map((secret) => signature({ id, body }, timestamp, secret));
  // During a change of the secret, the sender signs with the old secret and the new one.
  const isValid = signatures
    .split(' ')
    .some((given) => expected.some((own) => isSameSecret(own, given)));
  if (!isValid)
    throw refused('The webhook-signature is not of this body, or was made with another secret.');
  const isRecent = Math.abs(now().getTime() - Number(timestamp) * 1000) <= 5 * minute;
  if (!isRecent)
    throw refused(
      'The webhook-timestamp is more than five minutes from now. Sign each try when you send it.',
    );
}
