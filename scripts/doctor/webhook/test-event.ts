import { messageOf } from '../../../functions/delivery/webhook/message.ts';
import { isGone } from '../../../functions/delivery/schedule.ts';
import type { Sent } from '../../../functions/delivery/webhook/post.ts';
import { trialLead } from '../../../functions/delivery/trial/trial-lead.ts';
import { isSuccess } from '../../../src/shared/submission.ts';
import { CheckFailed, passed, type Check } from '../outcome.ts';
import { webhookAddress } from './address.ts';
import { webhook } from './setting.ts';

/** Sent as a lead is, and marked as a test: nothing is stored of it. */
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
      return passed(`${sent.status} to ${signed ? 'a signed one' : 'one without a signature'}`);
    }
    throw new CheckFailed(failure(sent, target.url.hostname, signed));
  },
};

function failure(sent: Sent, host: string, signed: boolean): string {
  if ('error' in sent) return `${sent.error} (${host}): look whether the receiver is running.`;
  const { status } = sent;
  const said = `${host} answered ${status} to the test event`;
  const fixes: [boolean, string][] = [
    [
      status === 401 || status === 403,
      signed
        ? 'look whether the receiver knows WEBHOOK_SECRET as it is here'
        : 'set WEBHOOK_SECRET to what the receiver checks signatures with',
    ],
    [
      status >= 300 && status < 400,
      'deliveries follow no redirect, so set WEBHOOK_URL to the address that it leads to',
    ],
    [isGone(sent), 'the receiver takes no more of them, so set WEBHOOK_URL to a new address'],
    [status === 404, 'look whether the path in WEBHOOK_URL is right'],
    [status === 405, 'set WEBHOOK_URL to an address that takes POST'],
    [status === 429, 'it wants fewer requests, so run the doctor again later'],
    [status >= 500, "look into the receiver's own log"],
  ];
  const [, fix] = fixes.find(([fits]) => fits) ?? [
    true,
    'look what the receiver wants otherwise: any 2xx is taken',
  ];
  return `${said}: ${fix}.`;
}
