/**
 * Checks whether leads, alerts and notices can arrive: connects to each receiver or, with --test, sends a message
 * that is marked as a test. Prints only hosts, because the path or query of a URL is often its only secret.
 */
import { lookup as resolve } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import { inboxAt, nameOf, sendText } from '../../functions/delivery/chat-and-mail.ts';
import {
  parseAddresses,
  type Listing,
  parseRights,
  parseWebhook,
  type Env,
} from '../../functions/env.ts';
import { sentenceOf, type Send } from '../../functions/delivery/send.ts';
import { sampleMessage } from '../../functions/delivery/sample.ts';
import { checkedLookup, checkUrl } from '../../functions/delivery/webhook/guard.ts';
import type { Message } from '../../functions/delivery/webhook/message.ts';
import type { Target } from '../../functions/delivery/webhook/webhook.ts';
import { testText } from '../../functions/watch/trouble.ts';
import { isSuccess } from '../../src/shared/submission.ts';
import { ensure } from '../command.ts';
import { passed, Skipped } from './findings.ts';
import { onNetlify } from './variables.ts';

export interface Lines {
  /** Returns the reason if the connection fails, otherwise null. */
  connect: (target: Target) => Promise<string | null>;
  send: Send;
  sendsTests: boolean;
}

const patienceMs = 10_000;
const ports: Record<string, number> = { 'https:': 443, 'smtps:': 465, 'smtp:': 587 };

/** Connects like a delivery but sends nothing: a receiver could take any request for a lead. */
export async function connect(target: Target): Promise<string | null> {
  const { url, allowPrivate } = target;
  try {
    checkUrl(target);
    const lookup = checkedLookup((host) => resolve(host, { all: true }), allowPrivate);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = Number(url.port) || (ports[url.protocol] ?? 443);
    const isPlain = url.protocol === 'smtp:';
    const socket = isPlain
      ? connectPlain({ host, port, lookup })
      : connectEncrypted({ host, port, lookup, servername: host });
    const signal = AbortSignal.timeout(patienceMs);
    await once(socket, isPlain ? 'connect' : 'secureConnect', { signal }).finally(() =>
      socket.destroy(),
    );
    return null;
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    return sentenceOf(cause, patienceMs);
  }
}

/** The webhook for leads. Its test message is the same as from the inbox. */
export async function webhook(env: Env, lines: Lines) {
  if (env.WEBHOOK_URL === '') throw new Skipped('WEBHOOK_URL is empty, so no webhook is wanted');
  const setting = parseWebhook(onNetlify(env));
  ensure(
    setting.state === 'set',
    'WEBHOOK_URL is not set, so leads are stored and wait: set it to the address of your webhook, or to nothing (WEBHOOK_URL=) if you want none.',
  );
  const { target } = setting;
  const message = sampleMessage(crypto.randomUUID(), new Date(), target);
  return answered('WEBHOOK_URL', target, message, lines);
}

export async function rights(env: Env, lines: Lines) {
  const setting = parseRights(onNetlify(env));
  if (setting.state !== 'set')
    throw new Skipped('RIGHTS_URL is not set, so nobody is told of opt-outs and erasures');
  const body = JSON.stringify({ type: 'test', timestamp: new Date().toISOString() });
  return answered('RIGHTS_URL', setting.target, { id: crypto.randomUUID(), body }, lines);
}

async function answered(
  name: 'WEBHOOK_URL' | 'RIGHTS_URL',
  target: Target,
  message: Message,
  { connect, send, sendsTests }: Lines,
) {
  const { mail, secrets, url } = target;
  const { hostname } = url;
  const check = mail
    ? `check SMTP_URL and the addresses in ${name}`
    : `check whether ${name} is right, and its receiver on the internet and running`;
  if (!sendsTests) {
    const trouble = await connect(target);
    ensure(trouble === null, `${trouble} (${hostname}): ${check}.`);
    return passed(`${hostname} takes connections; --test would send it a test`);
  }
  const sent = await send(message, target, new Date());
  if (isSuccess(sent))
    return passed(`${hostname} took a ${secrets.length > 0 ? 'signed ' : ''}test`);
  const refused = (status: number) =>
    `${hostname} answered ${status} to the test: look at the receiver’s log, and check whether ${name} has the right path and the receiver the same WEBHOOK_SECRET. Only a status from 200 to 299 counts, and redirects aren’t followed.`;
  const why = 'error' in sent ? sent.error : mail && sent.answer;
  ensure(
    false,
    why ? `${why} (${hostname}): ${check}.` : refused('status' in sent ? sent.status : 0),
  );
}

const people: Record<Listing, { says: (site: string) => string; unset: string }> = {
  ALERT_URL: { says: testText, unset: 'so the inbox alone shows what is wrong' },
  NOTICE_TO: {
    says: (site) => `${new URL(site).host}: This is a test. New leads are announced here.`,
    unset: 'so no chat is told of new leads',
  },
};

/** Checks the chats and mailboxes in a variable. */
export async function chatsAndMailboxes(name: Listing, env: Env, { href }: URL, lines: Lines) {
  const { says, unset } = people[name];
  const targets = parseAddresses(name, onNetlify(env));
  if (targets.length === 0) throw new Skipped(`${name} is not set, ${unset}`);
  const { connect, send, sendsTests } = lines;
  const deps = { send, now: () => new Date(), log: () => undefined };
  const words = { id: crypto.randomUUID(), text: says(href), link: inboxAt(href) };
  const troubles = await Promise.all(
    targets.map(async (target) => {
      const trouble = sendsTests ? await sendText(words, target, deps) : await connect(target);
      const by = target.mail ? ` by ${target.url.hostname}` : '';
      return trouble === null ? [] : `${trouble} (${nameOf(target)}${by})`;
    }),
  );
  ensure(
    troubles.flat().length === 0,
    `${troubles.flat().join('; ')}: check the address in ${name} and, for mail, SMTP_URL (docs/be-told.md says how to get one).`,
  );
  return passed(
    `${targets.map(nameOf).join(', ')} ${sendsTests ? 'took a test' : 'can be reached'}`,
  );
}
