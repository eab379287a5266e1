import type { Delivery } from '../../../src/shared/submission.ts';
import { Refusal } from '../../http/refusal.ts';

/** Where deliveries go. */
export interface Target {
  url: URL;
  /** Each is `whsec_` and base64, the newest first. Without any, deliveries aren't signed. */
  secrets: readonly string[];
  /** Allows plain http and private addresses, for a receiver on the developer's own machine. */
  allowPrivate: boolean;
}

/** What the settings say about the webhook. */
export type Webhook =
  | { state: 'set'; target: Target }
  /** No webhook is wanted: leads stay in the inbox. */
  | { state: 'off' }
  /** A deployed site lost its setting, or never had one: leads wait until it is set. */
  | { state: 'missing' }
  /** The setting is unusable: leads wait until it is fixed. */
  | { state: 'wrong' };

/** The delivery of a lead that was never sent: due at once, unless no webhook is wanted. */
export const firstDelivery = (now: string, { state }: Webhook): Delivery =>
  state === 'off' ? { state: 'off' } : { state: 'pending', next_attempt_at: now };

const sentences = {
  off: 'No webhook is set up: set WEBHOOK_URL to the address that leads should go to.',
  missing:
    'No webhook is set up: set WEBHOOK_URL to the address that leads should go to. Leads wait until then.',
  wrong:
    'The webhook is misconfigured: the log says what is wrong with WEBHOOK_URL or WEBHOOK_SECRET. Leads wait until it is fixed.',
} satisfies Record<Exclude<Webhook['state'], 'set'>, string>;

/**
 * The target of an admin's own attempt. Without one the answer is 502, as for any webhook that didn't
 * take a lead; 409 would mean that another attempt is under way.
 */
export function requireTarget(webhook: Webhook): Target {
  if (webhook.state === 'set') return webhook.target;
  throw new Refusal(502, sentences[webhook.state]);
}
