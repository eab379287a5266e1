import { textingTool } from '../../src/shared/audit.ts';
import { signature } from '../delivery/webhook/message.ts';
import type { Deps, Handler } from '../deps.ts';
import { respond } from '../http/answer.ts';
import { Refusal, isSameSecret, jsonOf, readText, requireOwnOrigin } from '../http/request.ts';
import { minute } from '../durations.ts';
import { optOut } from '../opt-outs/opt-out.ts';
import { usablePersonIn } from '../opt-outs/person.ts';

/** Puts a person on the do-not-contact list who wrote STOP to the texting tool. A repetition changes nothing. */
export const signedOptOut: Handler = async (request, deps) => {
  requireOwnOrigin(request);
  // 503, so that the tool tries again later, once the variable is set.
  if (deps.optOutSecrets.length === 0) {
    throw new Refusal(
      503,
      'OPT_OUT_SECRET is not set on this site, or it is wrong: set it to the secret that the texting tool signs with, and deploy.',
    );
  }
  const body = await readText(request);
  // Before the store is opened, so that a call without a signature costs little.
  requireSigned(request, body, deps);
  const person = usablePersonIn(jsonOf(body));
  await optOut(person, null, textingTool, deps);
  return respond(204, null, {});
};

/** Refuses a call without a signature by one of the secrets from the last five minutes. */
function requireSigned({ headers }: Request, body: string, { optOutSecrets, now }: Deps): void {
  const refused = (sentence: string) => new Refusal(401, sentence);
  const [id, timestamp, given] = ['id', 'timestamp', 'signature'].map((it) =>
    headers.get(`webhook-${it}`),
  );
  if (!id || !timestamp || !given)
    throw refused(
      'Please sign this call as Standard Webhooks are signed, with webhook-id, webhook-timestamp and webhook-signature.',
    );
  const ours = optOutSecrets.map((secret) => signature({ id, body }, timestamp, secret));
  // While a secret is changed, the sender signs with the old one and the new one.
  if (!given.split(' ').some((it) => ours.some((own) => isSameSecret(own, it))))
    throw refused('The webhook-signature is not of this body, or was made with another secret.');
  const isRecent = Math.abs(now().getTime() - Number(timestamp) * 1000) <= 5 * minute;
  if (!isRecent)
    throw refused(
      'The webhook-timestamp is more than five minutes from now. Sign each try when you send it.',
    );
}
