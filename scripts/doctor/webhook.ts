import { parseWebhook, type Target } from '../../functions/delivery/webhook/webhook.ts';
import { CheckFailed, NothingToCheck, type Check, passed } from './check.ts';
import { onNetlify } from './settings.ts';
import { isIP, type LookupFunction } from 'node:net';
import { CannotSend, checkedLookup, checkUrl } from '../../functions/delivery/webhook/guard.ts';
import { sendTimeout, sentenceOf, type Sent } from '../../functions/delivery/webhook/post.ts';
import { messageOf } from '../../functions/delivery/webhook/message.ts';
import { isGone } from '../../functions/delivery/schedule.ts';
import { trialLead } from '../../functions/delivery/trial.ts';
import { isSuccess } from '../../src/shared/submission.ts';

/** Prints only the host of the address, since the path or the query is often its only secret. */
export const webhook: Check<Target> = {
  name: 'webhook',
  needs: [],
  run: ({ env }) => {
    if (env.WEBHOOK_URL === '')
      throw new NothingToCheck('WEBHOOK_URL is empty, so no webhook is wanted');
    const setting = onNetlify(parseWebhook, env);
    if (setting.state !== 'set') {
      throw new CheckFailed(
        'WEBHOOK_URL is not set, so leads are stored and wait: set it to the address of your webhook, or to nothing (WEBHOOK_URL=) if you want none.',
      );
    }
    const { url, secrets, more } = setting.target;
    const signed = secrets.length > 0 ? 'signed' : 'not signed, since WEBHOOK_SECRET is not set';
    return {
      detail: `${url.hostname}, deliveries are ${signed}${more ? ` and have ${more.names.join(', ')}` : ''}`,
      found: setting.target,
    };
  },
};

/** Uses the guard that checks each delivery. */
export const webhookAddress: Check = {
  name: "webhook's address",
  needs: [webhook],
  run: async ({ resolve }, { found }) => {
    const target = found(webhook);
    const { hostname } = target.url;
    try {
      checkUrl(target);
      // An IP address needs no lookup.
      if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return passed(`${hostname} is public`);
      const length = await countOf(checkedLookup(resolve, target.allowPrivate), hostname);
      return passed(`${hostname} has ${length} ${length === 1 ? 'address' : 'addresses'}, public`);
    } catch (error) {
      const fix =
        error instanceof CannotSend && error.message.endsWith('not public')
          ? 'set WEBHOOK_URL to one that the internet can reach'
          : 'check whether the name in WEBHOOK_URL is right';
      throw new CheckFailed(`${sentenceOf(error, sendTimeout)} (${hostname}): ${fix}.`, {
        cause: error,
      });
    }
  },
};

/** How many addresses the guard let through. */
function countOf(lookup: LookupFunction, hostname: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  lookup(hostname, { all: true }, (error, found) => {
    if (error) reject(error);
    else resolve(found.length);
  });
  return promise;
}

/** Sends an event as a lead is sent, marked as a test. Nothing is stored. */
export const testEvent: Check = {
  name: 'test event',
  sends: true,
  needs: [webhook, webhookAddress],
  run: async ({ send, now, newId }, { found }) => {
    const target = found(webhook);
    const at = now();
    const time = at.toISOString();
    const record = trialLead(newId(), time, { state: 'pending', next_attempt_at: time });
    const sent = await send(messageOf(record, target.more), target, at);
    const signed = target.secrets.length > 0;
    if ('status' in sent && isSuccess(sent)) {
      return passed(
        `${sent.status} to ${signed ? 'a signed event' : 'an event without a signature'}`,
      );
    }
    throw new CheckFailed(failure(sent, target.url.hostname, signed));
  },
};

function failure(sent: Sent, host: string, signed: boolean): string {
  if ('error' in sent) return `${sent.error} (${host}): check whether the receiver is running.`;
  const { status } = sent;
  const said = `${host} answered ${status} to the test event`;
  const fixes: [boolean, string][] = [
    [
      status === 401 || status === 403,
      signed
        ? 'check whether the receiver has the same WEBHOOK_SECRET as you have here'
        : 'set WEBHOOK_SECRET to what the receiver checks signatures with',
    ],
    [
      status >= 300 && status < 400,
      'deliveries don’t follow redirects, so set WEBHOOK_URL to the address that it leads to',
    ],
    [isGone(sent), 'the receiver has stopped accepting leads, so set WEBHOOK_URL to a new address'],
    [status === 404, 'check whether the path in WEBHOOK_URL is right'],
    [status === 405, 'set WEBHOOK_URL to an address that takes POST'],
    [status === 429, 'it limits requests, so run the doctor again later'],
    [status >= 500, "look at the receiver's log"],
  ];
  const [, fix] = fixes.find(([fits]) => fits) ?? [
    true,
    'check what the receiver expects; any 2xx counts as success',
  ];
  return `${said}: ${fix}.`;
}
