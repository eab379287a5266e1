import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { access } from '../../../functions/auth/admins.ts';
import { canary, visit } from '../../../functions/canary/canary.ts';
import { eraseOld } from '../../../functions/erasure/retention.ts';
import { openHealth } from '../../../functions/watch/health.ts';
import { resendToWebhook } from '../../../functions/delivery/by-hand.ts';
import type { Handler, SiteDeps } from '../../../functions/deps.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { answerSubmission } from '../../../functions/inbox/answer-and-archive.ts';
import { outcome } from '../../../functions/inbox/outcome-and-call-back.ts';
import { submissions } from '../../../functions/inbox/list.ts';
import { doNotContact } from '../../../functions/opt-outs/do-not-contact.ts';
import { report } from '../../../functions/inbox/monthly-report.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { forgetReports } from '../../../functions/watch/browser-reports.ts';
import { takeReports } from '../../../functions/intake/browser-reports.ts';
import { showAlerts } from '../../../functions/watch/alerts.ts';
import { openTick } from '../../../functions/tick.ts';
import { api, pageLimit } from '../../../src/shared/api.ts';
import { monthAt, type ReportBy } from '../../../src/shared/report-schema.ts';
import { submissionsPageSchema } from '../../../src/shared/submission.ts';
import type { Billed } from '../../support/servers/firestore-bill.ts';
import { FirestoreWire } from '../../support/servers/firestore-wire.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { aRecord } from '../../support/builders/record.ts';
import { aSubmission, bearer, get, listing, post } from '../../support/builders/requests.ts';
import { emulatorHost } from '../../support/worlds/each-engine.ts';
import { siteWith } from '../../support/worlds/watch-world.ts';
import { webhookAt, worldWith } from '../../support/worlds/world.ts';

type Some = Partial<SiteDeps>;

const [whatOneThingCosts = ''] = readFileSync('docs/costs.md', 'utf8').split(/^## What a month/m);

const table = new Map(
  [...whatOneThingCosts.matchAll(/^\| (.+?) +\| +(\d+) \| +(\d+) \| +(\d+) \|$/gm)].map(
    ([, operation = '', ...cells]): [string, Billed] => {
      const [reads = NaN, writes = NaN, deletes = NaN] = cells.map(Number);
      return [operation, { reads, writes, deletes }];
    },
  ),
);

describe.skipIf(emulatorHost === '')('Firestore’s bill', () => {
  let wire: FirestoreWire;
  let receiver: Receiver;
  beforeAll(async () => {
    wire = await FirestoreWire.open();
    receiver = await Receiver.open();
  });
  afterAll(() => Promise.all([wire, receiver].map((it) => it[Symbol.asyncDispose]())));

  /** A project with an admin whose token is `token`, and a person on the do-not-contact list. Its setup isn't billed. */
  async function site(settings: Some = {}) {
    const place = { projectId: `demo-${crypto.randomUUID()}`, emulatorHost: wire.host };
    const store = openFirestore(place, console.log, { patienceMs: 60_000 });
    onTestFinished(() => store.close());
    await store.grantRole('ada', 'admin');
    const world = worldWith(store, {
      verify: () => Promise.resolve({ uid: 'ada', email: 'ada@example.com' }),
      webhook: webhookAt(receiver.url),
      ...settings,
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
    await doNotContact(post(api.doNotContact, { email: 'bo@li.example', on: true }, admin), world);
    wire.takeBill();
    return { world, leads, submit };
  }

  const noticeTo = [{ url: new URL('http://127.0.0.1:9'), secrets: [], allowPrivate: true }];
  const admin = bearer('token');
  const list = (limit: number, cursor: string | null = null) =>
    listing(`?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`, admin);
  const monthBy = (by: ReportBy) => `${api.report}?month=${monthAt(Date.now())}&by=${by}`;
  const created_at = new Date().toISOString(); // In an earlier month, a change writes more.
  const { email, phone } = aRecord();
  const delivered = { delivery: { state: 'delivered', at: created_at }, created_at } as const;
  const yes = { answered: true };
  const won = { outcome: 'won', was: null };

  const asked = (handler: Handler, requestFor: (id?: string) => Request) => async () => {
    const { world, leads } = await site();
    const [lead] = await leads(3, delivered);
    expect((await handler(requestFor(lead?.id), world)).status).toBe(200);
  };
  const answered = (handler: Handler, path: string) => asked(handler, () => get(path, admin));
  const looked = (view: string, unchanged: number) => async () => {
    const { world, leads } = await site();
    await leads(3, delivered);
    const { headers } = await submissions(listing(view, admin), world);
    wire.takeBill();
    const look = listing(view, admin, headers.get('etag'));
    expect((await submissions(look, world)).status).toBe(unchanged);
  };
  const onOne = (handler: Handler, path: string, more: object = {}) =>
    asked(handler, (submissionId) => post(path, { submissionId, ...more }, admin));
  const sent = (fields?: object, more?: Some) => async () => {
    const { submit } = await site(more);
    expect(await submit(aSubmission(fields))).toBe(201);
  };
  const ticked = (pending: number, more?: Some) => async () => {
    const { world, leads } = await site({ retentionDays: 30, ...more });
    await leads(3, { ...delivered, answered: null });
    const tick = openTick();
    // The first run creates the watch's document.
    await tick(world);
    await leads(pending, { created_at });
    expect(await tick(world)).toEqual({ attempted: pending, sent: 0 });
  };

  const healthToken = 'a-token-of-the-tests-and-of-nobody';
  const healthRead = (headers: Record<string, string>) => async () => {
    const canary = { isOn: true };
    const { world, leads } = await site({ retentionDays: 30, canary, healthToken });
    await leads(3);
    // 503, because no watch has run here.
    expect((await openHealth()(get(api.health, headers), world)).status).toBe(503);
  };

  const steps: Record<string, () => Promise<void>> = {
    'a lead, delivered at once': sent(),
    'a lead with a message of 60 letters or more': sent({
      message: 'We cover Katy. '.repeat(8),
    }),
    'a lead that is also announced in NOTICE_TO': sent({}, { noticeTo }),
    'the same lead sent again': async () => {
      const { submit } = await site();
      const lead = aSubmission();
      await submit(lead);
      wire.takeBill();
      expect(await submit(lead)).toBe(200);
    },
    'a lead held as spam': sent({ website: 'https://example.com' }),
    'a run of `tick` with nothing to deliver': ticked(0),
    'the same with a lead to deliver': ticked(1),
    'the same with NOTICE_TO and no notice': ticked(0, { noticeTo }),
    'an hour without old leads to erase': async () => {
      const { world, leads } = await site({ retentionDays: 3000 });
      await leads(3, delivered);
      const work = [eraseOld, forgetReports];
      expect(await Promise.all(work.map((it) => it(world)))).toEqual([0, undefined]);
    },
    'a request to /api/health': healthRead({}),
    'the same with the HEALTH_TOKEN': healthRead(bearer(healthToken)),
    'a request to /api/alerts': answered(showAlerts, api.alerts),
    'an admin opens the inbox': answered(access, api.access),
    'the inbox: its first page': async () => {
      const { world, leads } = await site();
      await leads(pageLimit.usual + 1, delivered);
      expect((await submissions(list(pageLimit.usual), world)).status).toBe(200);
    },
    'the inbox: a look when nothing changed': looked('', 304),
    'the inbox: the same look at a search': looked('?q=dana', 204),
    'the inbox: each further page': async () => {
      const { world, leads } = await site();
      await leads(pageLimit.most + 2, delivered);
      const first = await submissions(list(1), world);
      const { next_cursor } = submissionsPageSchema.parse(await first.json());
      wire.takeBill();
      expect((await submissions(list(pageLimit.most, next_cursor), world)).status).toBe(200);
    },
    'the inbox: a lead’s panel': onOne(doNotContact, api.doNotContact, { email, phone }),
    'the report of a month': answered(report, monthBy('campaign')),
    'the same report by another field': async () => {
      const { world, leads } = await site();
      await leads(3, delivered);
      await report(get(monthBy('campaign'), admin), world);
      wire.takeBill();
      expect((await report(get(monthBy('industry'), admin), world)).status).toBe(200);
    },
    'a lead that an admin resends': onOne(resendToWebhook, api.resendToWebhook),
    'a lead that an admin answers': onOne(answerSubmission, api.answerSubmission, yes),
    'an outcome that an admin notes': onOne(outcome, api.outcome, won),
    'a report that the form works': async () => {
      const { world } = await site();
      const report = [{ type: 'form-works', url: '/contact' }];
      const headers = { 'content-type': 'application/reports+json' };
      const request = post(api.reports, report, headers);
      expect((await takeReports(request, world)).status).toBe(204);
    },
    'a visit by the canary': async () => {
      const { world } = await site();
      const { deps } = await siteWith(await world.store());
      // The first visit creates the watch's document.
      await canary(deps, () => Promise.resolve(undefined));
      wire.takeBill();
      await canary(deps, visit);
    },
  };

  test('is measured for each row of docs/costs.md', () => {
    expect(new Set(table.keys())).toEqual(new Set(Object.keys(steps)));
  });

  test.each(Object.entries(steps))('is that of docs/costs.md: %s', async (operation, step) => {
    await step();
    expect(wire.takeBill()).toEqual(table.get(operation));
  });
});
