/** Tells people something, at addresses of chats and of mailboxes. */
import { hash } from 'node:crypto';
import { isEmail } from '../../src/shared/contact.ts';
import { isSuccess } from '../../src/shared/submission.ts';
import type { Log } from '../log/log.ts';
import { isDeployed, type Env } from '../variables.ts';
import { bodyFor, chatAt, chatNames } from './chats.ts';
import { parseMail } from './mail/settings.ts';
import type { Send, Sent } from './send.ts';
import type { Message } from './webhook/message.ts';
import { parseTarget, type Target } from './webhook/webhook.ts';

/** The variables that list addresses. */
export type Listing = 'ALERT_URL' | 'NOTICE_TO';

/** The addresses that a variable lists. One that is no chat's gets Slack's format. */
export const parseAddresses = (name: Listing, env: Env): Target[] =>
  addressesIn(name, env).map((it) => parseAddress(name, it, env));

export const addressesIn = (name: Listing, env: Env): string[] =>
  (env[name] ?? '')
    .split(separator)
    .flatMap((it) => (it.includes('://') ? it : it.replace(/^mailto:/i, '').split(',')))
    .filter(Boolean);

/** A comma may be part of an address, unless another address begins after it. */
const separator = new RegExp(`,?\\s+|,(?=(?:(?:${chatNames.join('|')}):)?https?:|[^,/\\s]+@)`, 'i');

/** The name of a chat may come before its address. */
const named = new RegExp(`^(${chatNames.join('|')}):(https?:.*)$`, 'i');

export function parseAddress(name: Listing, address: string, env: Env): Target {
  if (isEmail(address)) return parseMail(name, address, env);
  const [, said, url = address] = named.exec(address) ?? [];
  const hint = ', or an e-mail address; separate several with spaces';
  const target = parseTarget(name, url, isDeployed(env), hint);
  const chat = chatNames.find((it) => it === said?.toLowerCase()) ?? chatAt(target.url);
  return { ...target, chat: chat ?? 'slack' };
}

/** The part of an address that people may see. The rest is often its only secret. */
export const nameOf = ({ mail, url }: Target): string => mail?.to.join(', ') ?? url.hostname;

/** Tells an address from others wherever it is in the settings, and doesn't tell what it is. */
export const keyOf = ({ mail, url }: Target): string =>
  hash('sha256', mail?.to.join() ?? url.href).slice(0, 16);

export const inboxAt = (site: string): string => new URL('/admin', site).href;

export interface Words {
  id: string;
  /** Sentences. The first one is the subject of a mail. */
  text: string;
  link: string;
}

/** Returns why it failed, or null. Never rejects. */
export async function say(
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
  const answer = 'status' in sent ? { status: sent.status } : { no_answer: sent.error };
  log({ event: isSent ? event : `${event}-not-sent`, id, ...answer, ms: sent.ms });
}

export function messageTo({ mail, chat = 'slack' }: Target, { id, text, link }: Words): Message {
  if (!mail) return { id, body: bodyFor(chat, text, link) };
  const [subject = ''] = text.split(/(?<=\.)\s/);
  return { id, body: '', letter: { subject, text: `${text}\n\n${link}\n` } };
}
