import { textingTool } from '../../src/shared/audit.ts';
import { jsonIn } from '../../src/shared/json.ts';
import { unsigned } from '../delivery/webhook/message.ts';
import type { Handler } from '../deps.ts';
import { respond } from '../http/answer.ts';
import { Refusal, readText, requireOwnOrigin } from '../http/request.ts';
import { personIn, setOptOut } from '../privacy/do-not-contact.ts';

const why = {
  missing:
    'Please sign this call as Standard Webhooks are signed, with webhook-id, webhook-timestamp and webhook-signature.',
  wrong: 'The webhook-signature is not of this body, or was made with another secret.',
  old: 'The webhook-timestamp is more than five minutes from now. Sign each try when you send it.',
};

/** Puts a person on the do-not-contact list who wrote STOP to the texting tool. A repetition changes nothing. */
export const optOut: Handler = async (request, deps) => {
  requireOwnOrigin(request);
  const { optOutSecrets } = deps;
  // 503, because the tool then tries again later, when somebody has set it.
  if (optOutSecrets.length === 0) {
    throw new Refusal(
      503,
      'OPT_OUT_SECRET is not set on this site, or it is wrong: set it to the secret that the texting tool signs with, and deploy.',
    );
  }
  const body = await readText(request);
  const refused = unsigned(request.headers, body, optOutSecrets, deps.now());
  if (refused) throw new Refusal(401, why[refused]);
  const person = personIn(jsonIn(body));
  await setOptOut({ person, on: true, submission: null }, textingTool, deps);
  return respond(204, null, {});
};
