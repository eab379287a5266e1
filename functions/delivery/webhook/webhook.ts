import type { SubmissionRecord } from '../../store/record.ts';
import { Refusal } from '../../http/request.ts';
import type { ChatName } from '../chats.ts';
import type { Mail } from '../mail/settings.ts';

export type MoreFields = NonNullable<SubmissionRecord['more']>;

export interface Target {
  url: URL;
  /** If set, messages go by mail. */
  mail?: Mail | undefined;
  chat?: ChatName;
  /** Each is `whsec_` and base64, newest first. If there are none, deliveries aren't signed. */
  secrets: readonly string[];
  more?: MoreFields | undefined;
  /** Allows plain HTTP and private addresses, for a receiver on a developer's machine. */
  allowPrivate: boolean;
}

/** A parser in `env.ts` returns one of the first three. If it throws, the state is `wrong`. */
export type Webhook =
  | { state: 'set'; target: Target }
  /** Leads stay in the inbox. */
  | { state: 'off' }
  /** A deployed site has no such variable: leads wait until it is set. */
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

/** Without a target, 502, as for any failed webhook. 409 would mean that another attempt is running. */
export function requireTarget(webhook: Webhook): Target {
  if (webhook.state === 'set') return webhook.target;
  throw new Refusal(502, sentences[webhook.state]);
}
