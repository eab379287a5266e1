import { parseWebhook, type Target } from '../../../functions/delivery/webhook/webhook.ts';
import { CheckFailed, NothingToCheck, type Check } from '../outcome.ts';
import { onNetlify } from '../settings.ts';

/** Prints only the host of the address, since the path or the query is often its only secret. */
export const webhook: Check<Target> = {
  name: 'webhook',
  needs: [],
  run: ({ env }) => {
    if (env.WEBHOOK_URL === '')
      throw new NothingToCheck('WEBHOOK_URL is empty, so no webhook is wanted');
    const setting = onNetlify(parseWebhook, env);
    if (setting.state !== 'set') {
      throw new CheckFailed(
        'WEBHOOK_URL is not set, so leads are stored and wait: set it to the address of your webhook, or to nothing (WEBHOOK_URL=) if you want none.',
      );
    }
    const { url, secrets } = setting.target;
    const signed = secrets.length > 0 ? 'signed' : 'not signed, since WEBHOOK_SECRET is not set';
    return {
      detail: `${url.hostname}, deliveries are ${signed}`,
      found: setting.target,
    };
  },
};
