import { expect, onTestFinished } from 'vitest';
import type { SiteDeps } from '../../../functions/deps.ts';
import type { LogEvent } from '../../../functions/log/log.ts';
import { makeSend, type Sent } from '../../../functions/delivery/send.ts';
import { messageOf } from '../../../functions/delivery/webhook/message.ts';
import { requireTarget } from '../../../functions/delivery/webhook/webhook.ts';
import { parseWebhook } from '../../../functions/env.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { MailServer } from '../servers/mail-server.ts';
import type { Receiver } from '../servers/receiver.ts';
import { aRecord } from '../builders/record.ts';
import { aReceiver, eachEngine, sqliteEngine, type MakeEngine } from './each-engine.ts';
import { worldWith, mailBy, noAlerts } from './world.ts';

export type DeliveryWorld = Awaited<ReturnType<typeof openDeliveryWorld>>;

/** The world of deliveries: a real store, a real receiver, and a clock that tests move. */
export async function openDeliveryWorld(
  makeEngine: MakeEngine = sqliteEngine,
  by: Destination = 'the webhook',
) {
  const engine = await makeEngine();
  const receiver = await aReceiver();
  const webhook = parseWebhook(await settingsFor(by, receiver));
  const log: LogEvent[] = [];
  const open = (busyMs?: number) => engine.open((event) => log.push(event), busyMs);
  const store = open();
  let now = Date.now();

  return {
    engine,
    store,
    receiver,
    log,
    /** The deps of another process, which has its own connection to the same database. */
    worker: (different: Partial<SiteDeps> = {}, busyMs?: number): SiteDeps =>
      worldWith(open(busyMs), {
        webhook,
        send: makeSend(),
        now: () => new Date(now),
        random: () => 0,
        log: (event) => log.push(event),
        ...different,
      }),
    /** Stores this many leads, each due after the one before, and returns their ids in that order. */
    leads: async (count: number) => {
      const records = Array.from({ length: count }, (_, i) =>
        aRecord({ created_at: new Date(now - count + i).toISOString() }),
      );
      await Promise.all(records.map((record) => store.create(record)));
      return records.map(({ id }) => id);
    },
    advance: (ms: number) => (now += ms),
    get: async (id: string) => (await store.get(id)) ?? expect.unreachable(),
  };
}

/** Runs the same tests on each engine with leads that go to the webhook, and with leads that go by mail. */
export function eachDestination(
  title: string,
  promise: (open: () => Promise<DeliveryWorld>, by: Destination) => void,
): void {
  for (const by of destinations) {
    eachEngine(`${title} by ${by}`, (makeEngine) =>
      promise(() => openDeliveryWorld(makeEngine, by), by),
    );
  }
}

export const sales = 'sales@company.example';
export const owner = 'owner@company.example';
export const mailedAt = new Date('2026-11-24T16:00:00Z');

interface Attempted extends NonNullable<Parameters<typeof makeSend>[0]> {
  url: string;
  lead?: Partial<SubmissionRecord>;
  isTest?: boolean;
  allowPrivate?: boolean;
}

/** One attempt to mail a lead to sales and the owner, by the mail server at this address. */
export function attemptMail({
  url,
  lead,
  isTest = false,
  allowPrivate = true,
  ...options
}: Attempted): Promise<Sent> {
  const record = aRecord(lead);
  const target = { ...requireTarget(mailBy(url, 'sales@Company.Example', owner)), allowPrivate };
  return makeSend(options)({ ...messageOf(record), lead: record, isTest }, target, mailedAt);
}

export const destinations = ['the webhook', 'mail'] as const;
export type Destination = (typeof destinations)[number];

export async function settingsFor(
  to: Destination,
  receiver: Receiver,
): Promise<Record<string, string>> {
  if (to === 'the webhook') return { WEBHOOK_URL: receiver.url.href };
  const server = await MailServer.into(receiver);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { WEBHOOK_URL: `mailto:${sales}`, SMTP_URL: server.url, SITE_URL: noAlerts.site };
}
