import type { SubmissionRecord } from '../../store/record.ts';
import { Refusal } from '../../http/request.ts';
import type { ChatName } from '../chats.ts';
import type { Mail } from '../mail/settings.ts';

export type MoreFields = NonNullable<SubmissionRecord['more']>;

export interface Target {
  /** Of the webhook, or of the mail server. */
  url: URL;
  /** Leads go by mail. */
  mail?: Mail | undefined;
  /** The chat whose format it takes. */
  chat?: ChatName;
  /** Each is `whsec_` and base64, the newest first. Without any, deliveries aren't signed. */
  secrets: readonly string[];
  /** Fields that the body has beside those of every lead. */
  more?: MoreFields | undefined;
  /** Allows plain http and private addresses, for a receiver on the developer's own machine. */
  allowPrivate: boolean;
}

export type Webhook =
  | { state: 'set'; target: Target }
  /** No webhook is wanted: leads stay in the inbox. */
  | { state: 'off' }
  /** A deployed site lost its setting, or never had one: leads wait until it is set. */
  | { state: 'missing' }
  /** The setting is unusable: leads wait until it is fixed. */
  | { state: 'wrong' };

const sentences = {
  off: 'No webhook is set up: set WEBHOOK_URL to the address that leads should go to.',
  missing:
    'No webhook is set up: set WEBHOOK_URL to the address that leads should go to. Leads wait until then.',
  wrong:
    'The webhook is misconfigured: the log says what is wrong with a WEBHOOK_ variable, SMTP_URL or SITE_URL. Leads wait until it is fixed.',
} satisfies Record<Exclude<Webhook['state'], 'set'>, string>;

/**
 * The target of an admin's own attempt. Without one the answer is 502, as for any webhook that didn't
 * take a lead; 409 would mean that another attempt is under way.
 */
export function requireTarget(webhook: Webhook): Target {
  if (webhook.state === 'set') return webhook.target;
  throw new Refusal(502, sentences[webhook.state]);
}
