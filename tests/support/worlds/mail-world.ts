import { onTestFinished } from 'vitest';
import { makeSend, type Sent } from '../../../functions/delivery/send.ts';
import { messageOf } from '../../../functions/delivery/webhook/message.ts';
import { requireTarget } from '../../../functions/delivery/webhook/webhook.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { aRecord } from '../builders/record.ts';
import { MailServer } from '../servers/mail-server.ts';
import type { Receiver } from '../servers/receiver.ts';
import { mailBy, noAlerts } from './world.ts';

export const sales = 'sales@company.example';
export const owner = 'owner@company.example';
export const mailedAt = new Date('2026-11-24T16:00:00Z');

interface Attempted extends NonNullable<Parameters<typeof makeSend>[0]> {
  url: string;
  lead?: Partial<SubmissionRecord>;
  allowPrivate?: boolean;
}

/** One attempt to mail a lead to sales and the owner, by the mail server at this address. */
export function attemptMail({
  url,
  lead,
  allowPrivate = true,
  ...options
}: Attempted): Promise<Sent> {
  const record = aRecord(lead);
  const target = { ...requireTarget(mailBy(url, 'sales@Company.Example', owner)), allowPrivate };
  return makeSend(options)({ ...messageOf(record), lead: record }, target, mailedAt);
}

export const destinations = ['the webhook', 'mail'] as const;
export type Destination = (typeof destinations)[number];

/** The settings of a site whose leads come to this receiver. */
export async function settingsFor(
  to: Destination,
  receiver: Receiver,
): Promise<Record<string, string>> {
  if (to === 'the webhook') return { WEBHOOK_URL: receiver.url.href };
  const server = await MailServer.into(receiver);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { WEBHOOK_URL: `mailto:${sales}`, SMTP_URL: server.url, SITE_URL: noAlerts.site };
}
