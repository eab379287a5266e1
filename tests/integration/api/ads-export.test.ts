/** The files of won leads for ad networks: their content, forbidden content, and how often a lead is in one. */
import { describe, expect, test } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { staff } from '../../../functions/staff.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import { fields } from '../../support/builders/filled-in.ts';
import { aSubmission, bearer, post, postForm } from '../../support/builders/requests.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import {
  adsOnSqlite,
  adsWorld,
  at,
  google,
  microsoft,
  won,
} from '../../support/worlds/staff-world.ts';

onEachEngine((makeEngine) => {
  test('a won lead is offered once to each network, and again if an admin asks', async () => {
    const { store, take, entries } = await adsWorld(makeEngine, won({ id: 'a', amount: 4200 }));
    const file = await take(google);
    expect(file.headers?.get('content-disposition')).toBe(
      'attachment; filename="google-ads-2026-11.csv"',
    );
    expect(file.rows).toMatchObject([{ 'Conversion Value': '4200' }]);
    expect(Object.keys((await store.get('a'))?.offered ?? {})).toEqual(['google']);
    expect(await take(google)).toMatchObject({ rows: [], leftOut: '1 left out: 1 taken before.' });
    expect((await take(microsoft)).rows).toHaveLength(1);
    expect((await take(`${google}&again=yes`)).rows).toEqual(file.rows);
    const event = { action: 'offered', network: 'google', month: '2026-11', count: 1 };
    expect(await entries()).toMatchObject([
      { event },
      { event: { network: 'microsoft' } },
      { event },
    ]);
  });

  test('two admins who export at the same time do not both get a lead', async () => {
    const leads = Array.from({ length: 60 }, () => won());
    const { take } = await adsWorld(makeEngine, ...leads);
    const files = await Promise.all([take(google), take(google)]);
    expect(files.flatMap(({ rows }) => rows)).toHaveLength(60);
  });

  test('the day of a conversion is the day of the win in the company’s zone, whenever the lead came', async () => {
    const wonAt = (id: string, time: string) =>
      won({ id, amount: 1, outcome: { state: 'won', at: time, by: 'Ada' } });
    const { take } = await adsWorld(
      makeEngine,
      wonAt('october', '2026-11-01T04:59:59.999Z'),
      wonAt('first', '2026-11-01T05:00:00.000Z'),
      wonAt('last', '2026-12-01T05:59:59.999Z'),
      wonAt('december', '2026-12-01T06:00:00.000Z'),
    );
    expect((await take(google)).rows.map((it) => it['Conversion Time'])).toEqual([
      '2026-11-01T05:00:00+0000',
      '2026-12-01T05:59:59+0000',
    ]);
  });

  test('only leads that are won now are offered, and an erased one leaves no data', async () => {
    const lost = won({ outcome: { state: 'lost', at, by: 'Ada', reason: 'price' } });
    const undone = won({ id: 'undone' });
    const erased = won({ id: 'erased' });
    const { store, take } = await adsWorld(
      makeEngine,
      lost,
      won({ outcome: null }),
      undone,
      erased,
    );
    await take(google);
    await store.change('undone', (it) => ({ ...it, outcome: null }));
    await store.erase(['erased'], at);
    expect(await take(`${google}&again=yes`)).toMatchObject({ rows: [], leftOut: null });
    expect(JSON.stringify(await store.tombstone('erased'))).not.toMatch(/gpc|offered/);
  });
});

describe('a file for an ad network', () => {
  test.each(['json', 'form'])(
    'leaves out a person whose browser sent Global Privacy Control: %s',
    async (by) => {
      const { store, take, world } = await adsOnSqlite();
      const send = async (headers: Record<string, string>) => {
        const request =
          by === 'json'
            ? post(api.submitContact, aSubmission(), headers)
            : postForm({ ...fields, message: JSON.stringify(headers) }, headers);
        expect((await submitContact(request, world)).status).toBe(by === 'json' ? 201 : 303);
      };
      await send({ 'sec-gpc': '1' });
      await send({ 'sec-gpc': '0' });
      await send({});
      const { records } = await store.page({ filter: {}, limit: 9 });
      expect(records.map(({ gpc }) => gpc).toSorted()).toEqual([false, false, true]);
      for (const { id } of records)
        await store.change(id, (it) => ({ ...it, outcome: won().outcome }));
      const file = await take(google);
      expect(file.rows).toHaveLength(2);
      expect(file.leftOut).toBe('1 left out: 1 whose browser asked not to share.');
      const listed = await staff(post(api.search, { q: 'dana' }, bearer('token')), world);
      expect(await listed.text()).not.toMatch(/"(gpc|offered)"/);
    },
  );

  test('leaves out a person on the do-not-contact list, even if the lead was delivered before', async () => {
    const lead = won();
    const { put, take, world } = await adsOnSqlite(lead, won());
    await put({ phone: lead.phone, on: true });
    expect(await take(google)).toMatchObject({
      rows: [{}],
      leftOut: '1 left out: 1 on the do-not-contact list.',
    });
    // Without its key, the list cannot be checked.
    world.personHash = undefined;
    expect(await take(`${google}&again=yes`)).toMatchObject({ status: 503 });
  });

  test('leaves out held leads, leads from before the consent question, and leads without the marketing consent', async () => {
    const { take } = await adsOnSqlite(
      won({ delivery: { state: 'held', reasons: ['honeypot'] }, archived: true }),
      won({ opted_out: { at: '2025-11-03T16:20:00.000Z', how: 'admin' } }),
      won({ gpc: undefined }),
      won({ consent_marketing: false }),
    );
    expect(await take(`${google}&again=yes`)).toMatchObject({
      rows: [],
      leftOut:
        '4 left out: 1 from before the site kept what browsers ask, 1 on the do-not-contact list, 1 held, 1 without marketing consent.',
    });
  });
});

test('many leads are marked a few writes at a time, so that no write times out', async () => {
  const leads = Array.from({ length: 400 }, () => won());
  const { store, take } = await adsOnSqlite(...leads);
  const mark = store.mark.bind(store);
  let [running, most] = [0, 0];
  store.mark = async (...args) => {
    most = Math.max(most, (running += 1));
    const marked = await mark(...args);
    running -= 1;
    return marked;
  };
  expect((await take(google)).rows).toHaveLength(400);
  expect(most).toBeLessThan(31);
});

test('an incomplete file is a 503 without an audit entry, and its leads are offered again', async () => {
  const leads = Array.from({ length: 11 }, () => won());
  const { store, take, entries } = await adsOnSqlite(...leads);
  const mark = store.mark.bind(store);
  store.mark = (ids, decide) =>
    ids.length < 10 ? Promise.reject(new StoreUnavailable('no disk')) : mark(ids, decide);
  expect(await take(google)).toMatchObject({ status: 503 });
  expect(await entries()).toEqual([]);
  store.mark = mark;
  expect((await take(google)).rows).toHaveLength(1);
  expect((await take(`${google}&again=yes`)).rows).toHaveLength(11);
});

test.each([
  ['for=facebook&month=2026-11', 'The network, for, must be one of google, microsoft.'],
  ['month=2026-11', 'The network, for, must be one of google, microsoft.'],
  ['for=google&month=2026-13', 'A month looks like 2026-11.'],
  [`${google}&again=no`, 'The only choice for again is yes.'],
])('an export of %s is refused', async (asked, error) => {
  const { take } = await adsOnSqlite();
  const { status, text } = await take(asked);
  expect([status, text]).toEqual([400, JSON.stringify({ error })]);
});
