import { createHmac } from 'node:crypto';

/** What goes out: the same bytes on every try. */
export interface Message {
  id: string;
  body: string;
}

const prefix = 'whsec_';

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com). Every secret signs, so that
 * a receiver that knows the old one or the new one verifies while they are changed.
 */
export function signedHeaders(
  { id, body }: Message,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(content).digest('base64');
    return `v1,${hmac}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}

/** `env.ts` lets no other secrets pass. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
