import type { Resolve } from '../../../functions/delivery/webhook/guard.ts';
import { makeSend, type Sent } from '../../../functions/delivery/webhook/post.ts';
import { someId } from '../builders/filled-in.ts';
import type { Receiver } from '../servers/receiver.ts';

export const secret = `whsec_${Buffer.from('a secret for this test').toString('base64')}`;
export const message = { id: someId, body: '{"name":"Zoë 🌳"}' };
/** Long enough for everything on this machine, except tests that wait for it on purpose. */
export const ample = 10_000;
export const short = 200;

export interface Way {
  url?: URL | string;
  timeout?: number;
  resolve?: Resolve;
  allowPrivate?: boolean;
  secrets?: string[];
}

/** One attempt, at this receiver if it is told of no other address. */
export function sendTo(
  receiver: Receiver,
  { url = receiver.url, allowPrivate = true, secrets = [secret], ...options }: Way = {},
): Promise<Sent> {
  const target = { url: new URL(url), secrets, allowPrivate };
  return makeSend({ timeout: ample, ...options })(message, target, new Date());
}
