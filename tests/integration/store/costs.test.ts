import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { access } from '../../../functions/auth/admins.ts';
import { eraseOld } from '../../../functions/erasure/retention.ts';
import { openHealth } from '../../../functions/watch/health.ts';
import { resendToWebhook } from '../../../functions/delivery/resend.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import type { Deps, Handler, SiteDeps } from '../../../functions/deps.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { answerSubmission } from '../../../functions/inbox/answer.ts';
import { submissions } from '../../../functions/inbox/list.ts';
import { doNotContact } from '../../../functions/privacy/do-not-contact.ts';
import { report } from '../../../functions/inbox/report.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { sweepTrials } from '../../../functions/delivery/trial.ts';
import { alerts } from '../../../functions/watch/alerts.ts';
import { openWatch } from '../../../functions/watch/each-minute.ts';
import { operations, type Operation } from '../../../scripts/costs/operations.ts';
import { api, pageLimit } from '../../../src/shared/api.ts';
import { submissionsPageSchema } from '../../../src/shared/submission.ts';
import { FirestoreWire } from '../../support/servers/firestore-wire.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { aRecord } from '../../support/builders/record.ts';
import { aSubmission, bearer, get, post } from '../../support/builders/requests.ts';
import { webhookAt, worldWith } from '../../support/worlds/world.ts';

const emulatorHost = inject('firestoreHost') ?? '';

// The costs in the docs come from these numbers: changing one changes what the site costs.
describe.skipIf(emulatorHost === '')('Firestore bills', () => {
  let wire: FirestoreWire;
  let receiver: Receiver;
  beforeAll(async () => {
    wire = await FirestoreWire.open(emulatorHost);
    receiver = await Receiver.open();
  });
  afterAll(async () => {
    await wire[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  /** Its own project, with an admin whose token is `token`. Setting it up isn't billed. */
  async function site(different: Partial<SiteDeps> = {}) {
    const store = openFirestore(
      { projectId: `demo-${crypto.randomUUID()}`, emulatorHost: wire.host },
      console.log,
      { patienceMs: 60_000 },
    );
    onTestFinished(() => store.close());
    await store.grantRole('ada', 'admin');
    const world = worldWith(store, {
      verify: () => Promise.resolve({ uid: 'ada', email: 'ada@example.com' }),
      webhook: webhookAt(receiver.url),
      ...different,
    });
    const leads = async (count: number, more: Parameters<typeof aRecord>[0] = {}) => {
      const records = Array.from({ length: count }, () => aRecord(more));
      await Promise.all(records.map((it) => store.create(it)));
      wire.takeBill();
      return records;
    };
    const submit = async (lead = aSubmission()) => {
      const { status } = await submitContact(post(api.submitContact, lead), world);
      await world.settled();
      return status;
    };
    wire.takeBill();
    return { world, leads, submit };
  }

  const admin = bearer('token');
  const list = (limit: number, cursor: string | null = null) =>
    get(`${api.submissions}?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`, admin);
  const placeOf = async (world: Deps) =>
    String((await submissions(list(50), world)).headers.get('etag')).replaceAll('"', '');
  const since = (place: string) => get(`${api.submissions}?since=${place}`, admin);
  const delivered = { delivery: { state: 'delivered', at: aRecord().created_at } } as const;

  const asked = (handler: Handler, requestFor: (id?: string) => Request) => async () => {
    const { world, leads } = await site();
    const [lead] = await leads(3, delivered);
    expect((await handler(requestFor(lead?.id), world)).status).toBe(200);
  };
  const answered = (handler: Handler, path: string) => asked(handler, () => get(path, admin));
  const onOne = (handler: Handler, path: string, more: object = {}) =>
    asked(handler, (submissionId) => post(path, { submissionId, ...more }, admin));
  const sent =
    (fields: object = {}) =>
    async () => {
      const { submit } = await site();
      expect(await submit(aSubmission(fields))).toBe(201);
    };
  const after = (minutes: number, world: Deps): Deps => ({
    ...world,
    now: () => new Date(Date.now() + minutes * 60_000),
  });

  const steps: Record<Operation, () => Promise<void>> = {
    'a lead, delivered at once': sent(),
    'a lead with a message of 60 characters or more': sent({
      message: 'We cover Katy. '.repeat(8),
    }),
    'the same lead sent again': async () => {
      const { submit } = await site();
      const lead = aSubmission();
      await submit(lead);
      wire.takeBill();
      expect(await submit(lead)).toBe(200);
    },
    'a lead held as spam': sent({ website: 'https://example.com' }),
    'a minute with nothing to deliver': async () => {
      const { world, leads } = await site();
      await leads(3, delivered);
      expect(await retryDeliveries(world)).toBe(0);
    },
    'a minute with one to deliver': async () => {
      const { world, leads } = await site();
      await leads(1);
      expect(await retryDeliveries(world)).toBe(1);
    },
    'an hour with no old trial leads': async () => {
      const { world, leads } = await site();
      await leads(3, delivered);
      expect(await sweepTrials(world)).toBe(0);
    },
    'a reading of /api/health': async () => {
      const { world, leads } = await site({
        retentionDays: 30,
        canary: { isOn: true, delivers: false },
      });
      await leads(3);
      const health = openHealth();
      expect((await health(get(api.health), world)).status).toBe(200);
      expect((await health(get(api.health), world)).status).toBe(200);
    },
    'a minute of the watch': async () => {
      const { world } = await site();
      const watch = openWatch();
      await watch(world);
      wire.takeBill();
      await watch(after(1, world));
    },
    'every five minutes, with a look for trouble': async () => {
      const { world, leads } = await site({ retentionDays: 30 });
      await leads(3, { ...delivered, created_at: new Date().toISOString(), answered: null });
      const watch = openWatch();
      await watch(world);
      wire.takeBill();
      await watch(after(5, world));
    },
    'a reading of /api/alerts': answered(alerts, api.alerts),
    'an hour with nothing to erase': async () => {
      const { world } = await site({ retentionDays: 30 });
      expect(await eraseOld(world)).toBe(0);
    },
    'an admin opens the inbox': answered(access, api.access),
    'the inbox: its first page': async () => {
      const { world, leads } = await site();
      await leads(pageLimit.usual + 1, delivered);
      expect((await submissions(list(pageLimit.usual), world)).status).toBe(200);
    },
    'the inbox: a look when nothing changed': async () => {
      const { world, leads } = await site();
      await leads(3, delivered);
      const place = await placeOf(world);
      wire.takeBill();
      expect((await submissions(since(place), world)).status).toBe(304);
    },
    'the inbox: a look when one lead came': async () => {
      const { world, leads } = await site();
      await leads(3, delivered);
      const place = await placeOf(world);
      await leads(1);
      expect((await submissions(since(place), world)).status).toBe(200);
    },
    'the inbox: each further page': async () => {
      const { world, leads } = await site();
      await leads(pageLimit.most + 2, delivered);
      const first = await submissions(list(1), world);
      const { next_cursor } = submissionsPageSchema.parse(await first.json());
      wire.takeBill();
      expect((await submissions(list(pageLimit.most, next_cursor), world)).status).toBe(200);
    },
    'the inbox: a lead’s panel': onOne(doNotContact, api.doNotContact, {
      email: 'a@b.example',
      phone: '7135550142',
    }),
    'the report of a month': answered(report, `${api.report}?month=2025-11`),
    'a lead that an admin resends': onOne(resendToWebhook, api.resendToWebhook),
    'a lead that an admin answers': onOne(answerSubmission, api.answerSubmission, {
      answered: true,
    }),
  };

  test.each(Object.entries(operations))('%s: %j', async (operation, billed) => {
    await steps[operation as Operation]();
    expect(wire.takeBill()).toEqual(billed);
  });
});
