/**
 * Whether leads and alerts arrive: each address gets a test. Only hosts are printed, since the path or the
 * query of an address is often its only secret.
 */
import { isGone } from '../../functions/delivery/schedule.ts';
import type { Mail } from '../../functions/delivery/mail/settings.ts';
import { nameOf, parseAddresses, say } from '../../functions/delivery/say.ts';
import { trialLead } from '../../functions/delivery/trial.ts';
import { messageOf } from '../../functions/delivery/webhook/message.ts';
import type { Send, Sent } from '../../functions/delivery/send.ts';
import {
  parseRights,
  parseWebhook,
  type Target,
} from '../../functions/delivery/webhook/webhook.ts';
import { inboxAt, testText } from '../../functions/watch/incidents.ts';
import type { Env } from '../../functions/variables.ts';
import { isSuccess } from '../../src/shared/submission.ts';
import { ensure, StartError } from '../command.ts';
import { passed, Skipped } from './report.ts';
import { onNetlify } from './variables.ts';

/** Sends an event as a lead is sent, marked as a test. Nothing is stored. */
export async function webhook(env: Env, send: Send) {
  if (env.WEBHOOK_URL === '') throw new Skipped('WEBHOOK_URL is empty, so no webhook is wanted');
  const setting = parseWebhook(onNetlify(env));
  ensure(
    setting.state === 'set',
    'WEBHOOK_URL is not set, so leads are stored and wait: set it to the address of your webhook, or to nothing (WEBHOOK_URL=) if you want none.',
  );
  const { target } = setting;
  const { hostname } = target.url;
  const at = new Date();
  const time = at.toISOString();
  const record = trialLead(crypto.randomUUID(), time, { state: 'pending', next_attempt_at: time });
  const message = { ...messageOf({ ...record, more: target.more }), lead: record };
  const sent = await send(message, target, at);
  if (target.mail) return testMail(target.mail, hostname, sent);
  if (!isSuccess(sent)) throw failureOf(sent, target, 'WEBHOOK_URL');
  return passed(
    target.secrets.length > 0
      ? `${hostname} took a signed test event`
      : `${hostname} took a test event, which was not signed, since WEBHOOK_SECRET is not set`,
  );
}

function testMail({ to }: Mail, hostname: string, sent: Sent) {
  if (isSuccess(sent)) return passed(`${hostname} took a test mail to ${to.join(', ')}`);
  const [why, fix] =
    'error' in sent
      ? [sent.error, 'the host and the port in SMTP_URL']
      : [sent.answer, 'SMTP_URL and the addresses in WEBHOOK_URL'];
  throw new StartError(`${why} (${hostname}): check ${fix}.`);
}

type Receiver = 'WEBHOOK_URL' | 'RIGHTS_URL';

function failureOf(sent: Sent, { url, secrets }: Target, name: Receiver): StartError {
  const { hostname } = url;
  return new StartError(
    'error' in sent
      ? `${sent.error} (${hostname}): check whether ${name} is right, and its receiver on the internet and running.`
      : `${hostname} answered ${sent.status} to the test: ${fixOf(sent, name, secrets.length > 0)}.`,
  );
}

function fixOf(sent: Extract<Sent, { status: number }>, name: Receiver, isSigned: boolean): string {
  const { status } = sent;
  if (status === 401 || status === 403)
    return isSigned
      ? 'check whether the receiver has the same WEBHOOK_SECRET as you have here'
      : 'set WEBHOOK_SECRET to what the receiver checks signatures with';
  if (status >= 300 && status < 400)
    return `deliveries don’t follow redirects, so set ${name} to the address that it leads to`;
  if (isGone(sent)) return `the receiver has gone for good, so set ${name} to a new address`;
  return `check whether ${name} has the right path, and look at the receiver's log; any 2xx counts as success`;
}

export async function rights(env: Env, send: Send) {
  const setting = parseRights(onNetlify(env));
  if (setting.state !== 'set')
    throw new Skipped('RIGHTS_URL is not set, so nobody is told of opt-outs and erasures');
  const { target } = setting;
  const at = new Date();
  const body = JSON.stringify({ type: 'test', timestamp: at.toISOString() });
  const sent = await send({ id: crypto.randomUUID(), body }, target, at);
  if (!isSuccess(sent)) throw failureOf(sent, target, 'RIGHTS_URL');
  return passed(`${target.url.hostname} took a signed test notice`);
}

const people = {
  ALERT_URL: { says: testText, unset: 'so the inbox alone shows what is wrong' },
  NOTICE_TO: {
    says: (site: string) => `${new URL(site).host}: This is a test. New leads are announced here.`,
    unset: 'so no chat is told of new leads',
  },
};

export async function tell(name: keyof typeof people, env: Env, { href }: URL, send: Send) {
  const targets = parseAddresses(name, onNetlify(env));
  if (targets.length === 0) throw new Skipped(`${name} is not set, ${people[name].unset}`);
  const deps = { send, now: () => new Date(), log: () => undefined };
  const text = people[name].says(href);
  const failures = await Promise.all(
    targets.map(async (it) => {
      const id = crypto.randomUUID();
      const failure = await say('alert', { id, text, link: inboxAt(href) }, it, deps);
      const [by, also] = it.mail ? [` by ${it.url.hostname}`, 'SMTP_URL and '] : ['', ''];
      return failure === null
        ? ''
        : `${failure} (${nameOf(it)}${by}): check ${also}its address in ${name}. `;
    }),
  );
  ensure(!failures.some(Boolean), `${failures.join('')}docs/be-told.md says how to get one.`);
  return passed(`a test was taken by ${targets.map(nameOf).join(', ')}`);
}
