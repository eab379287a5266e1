import type { Webhook } from '../delivery/webhook/webhook.ts';
import { ConfigError, isDeployed, type Env } from './variables.ts';

/** Parsed on its own: a wrong webhook must not stop the site from storing leads. */
export function parseWebhook(env: Env): Webhook {
  const deployed = isDeployed(env);
  const { WEBHOOK_URL: text } = env;
  // Only an empty value says that no webhook is wanted. An unset one may have been lost.
  if (text === undefined && deployed) return { state: 'missing' };
  if (!text) return { state: 'off' };
  const url = URL.parse(text);
  if (!url || !['https:', ...(deployed ? [] : ['http:'])].includes(url.protocol)) {
    throw new ConfigError(
      `WEBHOOK_URL must be a full address that begins with https://${deployed ? '' : ' (or http:// on your own machine)'}.`,
    );
  }
  const secrets = (env.WEBHOOK_SECRET ?? '').split(/\s+/).filter(Boolean);
  if (!secrets.every((secret) => isSecret(secret))) {
    throw new ConfigError(
      'WEBHOOK_SECRET must be whsec_ followed by 24 to 64 bytes in base64; separate several with spaces.',
    );
  }
  return { state: 'set', target: { url, secrets, allowPrivate: !deployed } };
}

/** In the format of Standard Webhooks. */
function isSecret(secret: string): boolean {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const { length } = Buffer.from(encoded ?? '', 'base64');
  return length >= 24 && length <= 64;
}
