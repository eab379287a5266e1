import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteDeps } from '../../../functions/deps.ts';
import type { LogEvent } from '../../../functions/log/log.ts';
import { makeSend, type Sent } from '../../../functions/delivery/send.ts';
import { parseWebhook, requireTarget } from '../../../functions/delivery/webhook/webhook.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import type { Store } from '../../../functions/store/port.ts';
import { Receiver } from '../servers/receiver.ts';
import { aRecord } from '../builders/record.ts';
import { eachEngine } from './each-engine.ts';
import { quickFolder } from './quick-folder.ts';
import { worldWith, mailBy, noAlerts } from './world.ts';
import { onTestFinished } from 'vitest';
import { messageOf } from '../../../functions/delivery/webhook/message.ts';
import { MailServer } from '../servers/mail-server.ts';

/** The world of deliveries: a real store, a real receiver, and a clock that tests move. */
export interface DeliveryWorld extends AsyncDisposable {
  folder: string;
  store: Store;
  receiver: Receiver;
  log: LogEvent[];
  /** The deps of another process, which has its own connection to the same database. */
  worker: (different?: Partial<SiteDeps>) => SiteDeps;
  /** Stores this many leads, each due after the one before, and returns their ids in that order. */
  leads: (count: number) => Promise<string[]>;
  advance: (ms: number) => void;
  get: (id: string) => Promise<SubmissionRecord>;
}

/** Uses Firestore if it gets an emulator's host, and SQLite otherwise. */
export async function openDeliveryWorld(
  emulatorHost?: string,
  by: Destination = 'the webhook',
): Promise<DeliveryWorld> {
  const folder = await mkdtemp(join(quickFolder, 'delivery-'));
  const receiver = await Receiver.open();
  const webhook = parseWebhook(await settingsFor(by, receiver));
  const log: LogEvent[] = [];
  const projectId = `delivery-${crypto.randomUUID()}`;
  const openStore = () =>
    emulatorHost === undefined
      ? openSqlite(folder, (event) => log.push(event), 100)
      : // The emulator may have much else to do.
        openFirestore({ projectId, emulatorHost }, (event) => log.push(event), {
          patienceMs: 30_000,
        });
  const store = openStore();
  const stores = [store];
  let now = Date.now();

  return {
    folder,
    store,
    receiver,
    log,
    worker: (different = {}) => {
      const own = openStore();
      stores.push(own);
      return worldWith(own, {
        webhook,
        send: makeSend(),
        now: () => new Date(now),
        random: () => 0,
        log: (event) => log.push(event),
        ...different,
      });
    },
    leads: async (count) => {
      const records = Array.from({ length: count }, (_, i) =>
        aRecord({ created_at: new Date(now - count + i).toISOString() }),
      );
      await Promise.all(records.map((record) => store.create(record)));
      return records.map(({ id }) => id);
    },
    advance: (ms) => {
      now += ms;
    },
    get: async (id) => {
      const record = await store.get(id);
      if (!record) throw new Error(`There is no submission ${id}`);
      return record;
    },
    [Symbol.asyncDispose]: async () => {
      await receiver[Symbol.asyncDispose]();
      for (const it of stores) await it.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Runs the same tests on each engine with leads that go to the webhook, and with leads that go by mail. */
export function eachDestination(
  title: string,
  promise: (open: () => Promise<DeliveryWorld>, by: Destination) => void,
): void {
  for (const by of destinations) {
    eachEngine(`${title} by ${by}`, (emulatorHost) => {
      promise(() => openDeliveryWorld(emulatorHost, by), by);
    });
  }
}

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
