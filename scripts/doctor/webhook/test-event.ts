import { messageOf } from '../../../functions/delivery/webhook/message.ts';
import { isGone } from '../../../functions/delivery/schedule.ts';
import type { Sent } from '../../../functions/delivery/webhook/post.ts';
import { trialLead } from '../../../functions/delivery/trial.ts';
import { isSuccess } from '../../../src/shared/submission.ts';
import { CheckFailed, passed, type Check } from '../outcome.ts';
import { webhookAddress } from './address.ts';
import { webhook } from './setting.ts';

/** Sends an event as a lead is sent, marked as a test. Nothing is stored. */
export const testEvent: Check = {
  name: 'test event',
  needs: [webhook, webhookAddress],
  run: async ({ send, now, newId }, { found }) => {
    const target = found(webhook);
    const at = now();
    const time = at.toISOString();
    const record = trialLead(newId(), time, { state: 'pending', next_attempt_at: time });
    const sent = await send(messageOf(record), target, at);
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
