/**
 * Whether leads and alerts arrive: each address gets a test. Only hosts are printed, since the path or the
 * query of an address is often its only secret.
 */
import { isGone } from '../../functions/delivery/schedule.ts';
import type { Mail } from '../../functions/delivery/mail/settings.ts';
import { nameOf } from '../../functions/delivery/say.ts';
import { trialLead } from '../../functions/delivery/trial.ts';
import { messageOf } from '../../functions/delivery/webhook/message.ts';
import type { Send, Sent } from '../../functions/delivery/send.ts';
import { parseWebhook, type Target } from '../../functions/delivery/webhook/webhook.ts';
import { sendAlert } from '../../functions/watch/send-alerts.ts';
import { parseAlertTargets } from '../../functions/watch/alert-settings.ts';
import { testText } from '../../functions/watch/incidents.ts';
import type { Env } from '../../functions/variables.ts';
import { isSuccess } from '../../src/shared/submission.ts';
import { ensure, StartError } from '../command.ts';
import { passed, Skipped } from './report.ts';
import { onNetlify } from './variables.ts';

export function webhook(env: Env) {
  if (env.WEBHOOK_URL === '') throw new Skipped('WEBHOOK_URL is empty, so no webhook is wanted');
  const setting = parseWebhook(onNetlify(env));
  ensure(
    setting.state === 'set',
    'WEBHOOK_URL is not set, so leads are stored and wait: set it to the address of your webhook, or to nothing (WEBHOOK_URL=) if you want none.',
  );
  const { url, secrets, mail } = setting.target;
  if (mail)
    return { detail: `mail to ${mail.to.join(', ')} by ${url.hostname}`, found: setting.target };
  const signed = secrets.length > 0 ? 'signed' : 'not signed, since WEBHOOK_SECRET is not set';
  return { detail: `${url.hostname}, deliveries are ${signed}`, found: setting.target };
}

/** Sends an event as a lead is sent, marked as a test. Nothing is stored. */
export async function testEvent(target: Target, send: Send) {
  const at = new Date();
  const time = at.toISOString();
  const record = trialLead(crypto.randomUUID(), time, { state: 'pending', next_attempt_at: time });
  const message = { ...messageOf({ ...record, more: target.more }), lead: record };
  const sent = await send(message, target, at);
  if (target.mail) return testMail(target.mail, target.url.hostname, sent);
  const isSigned = target.secrets.length > 0;
  if ('status' in sent && isSuccess(sent)) {
    return passed(
      `${sent.status} to ${isSigned ? 'a signed event' : 'an event without a signature'}`,
    );
  }
  const { hostname } = target.url;
  throw new StartError(
    'error' in sent
      ? `${sent.error} (${hostname}): check whether WEBHOOK_URL is right, and its receiver on the internet and running.`
      : `${hostname} answered ${sent.status} to the test event: ${fixOf(sent, isSigned)}.`,
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

function fixOf(sent: Extract<Sent, { status: number }>, isSigned: boolean): string {
  const { status } = sent;
  if (status === 401 || status === 403)
    return isSigned
      ? 'check whether the receiver has the same WEBHOOK_SECRET as you have here'
      : 'set WEBHOOK_SECRET to what the receiver checks signatures with';
  if (status >= 300 && status < 400)
    return 'deliveries don’t follow redirects, so set WEBHOOK_URL to the address that it leads to';
  if (isGone(sent))
    return 'the receiver has stopped accepting leads, so set WEBHOOK_URL to a new address';
  return "check whether WEBHOOK_URL has the right path, and look at the receiver's log; any 2xx counts as success";
}

/** Sends a test alert to each address. */
export async function alerts(env: Env, site: URL, send: Send) {
  const targets = parseAlertTargets(onNetlify(env));
  if (targets.length === 0)
    throw new Skipped('ALERT_URL is not set, so the inbox alone shows what is wrong');
  const text = testText(site.href);
  for (const target of targets) {
    const deps = {
      send,
      now: () => new Date(),
      log: () => undefined,
      alerts: { site: site.href },
    };
    const failure = await sendAlert({ id: crypto.randomUUID(), text }, target, deps);
    ensure(
      failure === null,
      `${failure} (${nameOf(target)}): check its address in ALERT_URL; if it is a chat's, docs/be-told.md says where to find the address.`,
    );
  }
  return passed(`a test alert was taken by ${targets.map(nameOf).join(', ')}`);
}
