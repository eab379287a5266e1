import type { SubmissionRecord } from '../../store/record.ts';
import { Refusal } from '../../http/request.ts';
import { ConfigError } from '../../unavailable.ts';
import { isDeployed, parseSite, type Env } from '../../variables.ts';
import { chatAt, type ChatName } from '../chats.ts';
import { parseMail, type Mail } from '../mail/settings.ts';

const moreFields = [
  'attribution',
  'id',
  'answered_url',
  'consent_version',
  'consent_text',
] as const;

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

/** Parsed on its own: a wrong webhook must not stop the site from storing leads. */
export function parseWebhook(env: Env): Webhook {
  const deployed = isDeployed(env);
  const { WEBHOOK_URL: text } = env;
  // Only an empty value says that no webhook is wanted. An unset one may have been lost.
  if (text === undefined && deployed) return { state: 'missing' };
  if (!text) return { state: 'off' };
  if (/^mailto:/i.test(text)) {
    return { state: 'set', target: parseMail('WEBHOOK_URL', text, env) };
  }
  const target = parseTarget('WEBHOOK_URL', text, deployed, ', or mailto: and e-mail addresses');
  // Teams has the same hosts as other tools of Microsoft, which may take leads.
  if (!['teams', undefined].includes(chatAt(target.url))) {
    throw new ConfigError(
      "WEBHOOK_URL is a chat's address, and a chat takes no leads: write it into NOTICE_TO.",
    );
  }
  const secrets = parseSecrets('WEBHOOK_SECRET', env);
  const more = parseMoreFields(env, deployed);
  return { state: 'set', target: { ...target, secrets, ...(more && { more }) } };
}

/** Where opt-outs and erasures are told. A receiver that erases people must know that the site asks for it. */
export function parseRights(env: Env): Webhook {
  const { RIGHTS_URL: text } = env;
  if (!text) return { state: 'off' };
  const target = parseTarget('RIGHTS_URL', text, isDeployed(env));
  const secrets = parseSecrets('WEBHOOK_SECRET', env);
  if (secrets.length === 0) throw new ConfigError('RIGHTS_URL needs WEBHOOK_SECRET: set both.');
  return { state: 'set', target: { ...target, secrets } };
}

/** The address that a variable names, still without secrets. */
export function parseTarget(name: string, text: string, deployed: boolean, hint = ''): Target {
  const url = /\s/.test(text.trim()) ? null : URL.parse(text);
  if (!url || !['https:', ...(deployed ? [] : ['http:'])].includes(url.protocol)) {
    throw new ConfigError(
      `${name} must be a full address that begins with https://${deployed ? '' : ' (or http:// on your own machine)'}${hint}.`,
    );
  }
  return { url, secrets: [], allowPrivate: !deployed };
}

function parseMoreFields(env: Env, deployed: boolean): MoreFields | undefined {
  const wanted = (env.WEBHOOK_FIELDS ?? '').split(/[\s,]/).filter(Boolean);
  if (wanted.length === 0) return undefined;
  const names = moreFields.filter((it) => wanted.includes(it));
  if (names.length !== new Set(wanted).size) {
    throw new ConfigError(
      `WEBHOOK_FIELDS must be a list of ${moreFields.join(', ')}, separated by spaces or commas, or not set.`,
    );
  }
  if (!env.SITE_URL && !env.URL && deployed && names.includes('answered_url')) {
    throw new ConfigError('WEBHOOK_FIELDS has answered_url, so SITE_URL must be set, too.');
  }
  return { names, site: parseSite(env) };
}

/** The secrets that a variable has, the newest first. */
export function parseSecrets(name: 'WEBHOOK_SECRET' | 'OPT_OUT_SECRET', env: Env): string[] {
  const secrets = (env[name] ?? '').split(/\s/).filter(Boolean);
  if (secrets.every(isSecret)) return secrets;
  throw new ConfigError(
    `${name} must be whsec_ followed by 24 to 64 bytes in base64, such as the output of openssl rand -base64 32; separate several with spaces.`,
  );
}

/** In the format of Standard Webhooks. */
function isSecret(secret: string): boolean {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const { length } = Buffer.from(encoded ?? '', 'base64');
  return length >= 24 && length <= 64;
}
