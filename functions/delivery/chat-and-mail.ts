import { hash } from 'node:crypto';
import { isSuccess } from '../../src/shared/submission.ts';
import type { Log } from '../log/log.ts';
import { bodyFor } from './chats.ts';
import { answerFields, type Send, type Sent } from './send.ts';
import type { Message } from './webhook/message.ts';
import type { Target } from './webhook/webhook.ts';

/** The part of an address that may be shown. The rest is often its only secret. */
export const nameOf = ({ mail, url }: Target): string => mail?.to.join(', ') ?? url.hostname;

/** Identifies an address, wherever it is in the settings, without revealing it. */
export const keyOf = ({ mail, url }: Target): string =>
  hash('sha256', mail?.to.join() ?? url.href).slice(0, 16);

export const inboxAt = (site: string): string => new URL('/admin', site).href;

export interface Words {
  id: string;
  /** Sentences. The first one becomes the subject of a mail. */
  text: string;
  link: string;
}

/** Returns the reason for a failure, or null. Never rejects. */
export async function sendText(
  words: Words,
  target: Target,
  { send, now, log }: { send: Send; now: () => Date; log: Log },
): Promise<string | null> {
  const sent = await send(messageTo(target, words), target, now());
  logSent('alert', words.id, sent, log);
  if ('error' in sent) return sent.error;
  if (isSuccess(sent)) return null;
  return target.mail ? sent.answer : `The address answered ${sent.status}`;
}

export function logSent(
  event: 'alert' | 'notice' | 'rights-message',
  id: string,
  sent: Sent,
  log: Log,
): void {
  const isSent = 'status' in sent && isSuccess(sent);
  log({ event: isSent ? event : `${event}-not-sent`, id, ...answerFields(sent) });
}

export function messageTo({ mail, chat = 'slack' }: Target, { id, text, link }: Words): Message {
  if (!mail) return { id, body: bodyFor(chat, text, link) };
  const [subject = ''] = text.split(/(?<=\.)\s/);
  return { id, body: '', letter: { subject, text: `${text}\n\n${link}\n` } };
}
