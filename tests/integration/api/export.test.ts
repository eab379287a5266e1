import { expect, test } from 'vitest';
import { staff } from '../../../functions/staff.ts';
import type { PageQuery } from '../../../functions/store/paging.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { api, exportPart, nextCursorHeader } from '../../../src/shared/api.ts';
import { readCsv } from '../../support/builders/csv-reader.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { get, post } from '../../support/builders/requests.ts';
import {
  staffWorld,
  adsOnSqlite,
  google,
  microsoft,
  won,
} from '../../support/worlds/staff-world.ts';

async function open(count: number) {
  const world = await staffWorld();
  const leads = Array.from({ length: count }, (_, i) => aRecord({ created_at: second(i) }));
  await world.store.add(
    'submissions',
    leads.map((submission) => ({ kind: 'submission', submission })),
  );
  const inTheEvening = { ...world.deps, now: () => new Date('2026-03-03T05:00:00Z') };
  const part = async (query: string) => {
    const answer = await staff(get(`${api.submissionsCsv}?${query}`, world.headers), inTheEvening);
    const { status, headers } = answer;
    return { status, headers, text: await answer.text(), next: headers.get(nextCursorHeader) };
  };
  return { ...world, leads, part };
}

test('an export comes in parts with all leads, the newest first, and an audit entry for each', async () => {
  const world = await open(2 * exportPart.usual + 50);
  const days = 'from=2025-11-03&to=2025-11-04';
  let joined = '';
  for (let cursor: string | null = ''; cursor !== null;) {
    const { headers, text, next } = await world.part(
      `limit=2000&${days}${cursor && `&cursor=${cursor}`}`,
    );
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="submissions-2026-03-02\.csv"$/,
    );
    expect(text.endsWith('\r\n')).toBe(true);
    joined += text;
    cursor = next;
  }
  const [head, ...rows] = readCsv(joined);
  // Columns that are added come after these.
  expect(head?.join()).toMatch(
    /^id,created_at,name,email,phone,company,industry,message,consent_marketing,source,delivery,answered_at,utm_source,utm_medium,utm_campaign,utm_term,utm_content,click_id,landing_path,referrer,quoted_industry,quoted_price,phone_e164\b/,
  );
  expect(rows.map(([id]) => id)).toEqual(world.leads.toReversed().map(({ id }) => id));
  const filter = {
    searched: false,
    industry: null,
    delivery: null,
    from: '2025-11-03',
    to: '2025-11-04',
  };
  const event = { action: 'exported', filter };
  expect(await world.entries()).toMatchObject([{ event }, { event }, { event }]);
});

test('without a limit, an export has all leads, and is cut off if they cannot be read', async () => {
  const world = await open(exportPart.most + 50);
  const { text, next } = await world.part('');
  expect([readCsv(text).length, next]).toEqual([1 + exportPart.most + 50, null]);
  expect(await world.entries()).toHaveLength(1);
  const page = world.store.page.bind(world.store);
  let pages = 0;
  world.store.page = (query: PageQuery) =>
    (pages += 1) > 10 ? Promise.reject(new StoreUnavailable('no disk')) : page(query);
  await expect(world.part('')).rejects.toThrow();
});

test('a script may ask for smaller parts', async () => {
  const world = await open(450);
  const first = await world.part('limit=210');
  expect(readCsv(first.text)).toHaveLength(1 + 210);
  const rest = await world.part(`limit=2000&cursor=${first.next}`);
  expect([readCsv(rest.text).length, rest.next]).toEqual([240, null]);
  expect((await world.part('limit=2001')).status).toBe(400);
});

test.each(['', 'x', Buffer.from('["2025-11-03"]').toString('base64url')])(
  'an export refuses the cursor "%s"',
  async (cursor) => {
    const world = await open(1);
    expect((await world.part(`cursor=${cursor}`)).status).toBe(400);
    expect(await world.entries()).toEqual([]);
  },
);

test('an export part that cannot be read completely is a 503 without an audit entry', async () => {
  const world = await open(250);
  const page = world.store.page.bind(world.store);
  world.store.page = (query: PageQuery) =>
    query.after ? Promise.reject(new StoreUnavailable('no disk')) : page(query);
  expect((await world.part('')).status).toBe(503);
  expect(await world.entries()).toEqual([]);
});

test('a list and an export accept a search by POST only, because hosts log addresses', async () => {
  const world = await staffWorld();
  const { id } = await world.lead({ name: 'Dana Roe' });
  await world.lead({ name: 'Jo Ng', email: 'jo@ng.example' });
  for (const path of [api.submissions, api.submissionsCsv, api.search]) {
    for (const request of [
      get(`${path}?q=dana`, world.headers),
      post(`${path}?q=dana`, { q: 'dana' }, world.headers),
    ])
      expect([400, 405], `${request.method} ${path}`).toContain(
        (await staff(request, world.deps)).status,
      );
  }
  expect((await world.post(api.search, { q: 'dana' })).body).toMatchObject({
    submissions: [{ id }],
  });
  const csv = await staff(post(api.submissionsCsv, { q: 'dana' }, world.headers), world.deps);
  expect(readCsv(await csv.text()).map(([first]) => first)).toEqual(['id', id]);
  for (const body of [{}, { q: 7 }, [], { q: 'x', seen: 7 }])
    expect(await world.post(api.search, body)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Please /) as string },
    });
});

/** The columns of the ad networks' files, as docs/ads.md cites them from the networks' documents. */
const hashes = {
  cloudy: '223ebda6f6889b1494551ba902d9d381daf2f642bae055888e96343d53e9f9c4',
  tagged: 'f109a2a632fbcea5fc82049f50beed3d8621bf9034399f437fb622222acccdac',
  untagged: '795bcb4bf560f9867afb3de2d0d3a94976324007c45ea099ec14e90231540547',
  phone: 'fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30',
};
/** The examples of Google's documents. */
const people = [
  { email: ' Cloudy.SanFrancisco+shopping@Gmail.com ', phone: '(800) 555-0100' },
  { email: 'user.name+NYC@Example.com', phone: 'none' },
];

test('the file for Google has hashes of addresses and numbers in Google’s notation', async () => {
  const { take } = await adsOnSqlite(...people.map(won));
  const { head, rows } = await take(google);
  expect(head?.join()).toBe(
    'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Email,Phone Number',
  );
  expect(rows).toEqual([
    {
      'Conversion Name': 'Website lead won',
      'Conversion Time': '2026-11-24T16:00:00+0000',
      Email: hashes.cloudy,
      'Phone Number': hashes.phone,
    },
    expect.objectContaining({ Email: hashes.tagged }),
  ]);
  expect(rows[1]).not.toHaveProperty('Phone Number');
});

test('the file for Microsoft has hashes of addresses without dots, tags and accents', async () => {
  const { take } = await adsOnSqlite(...people.map(won), won({ email: 'üser.nàme@example.com' }));
  const { head, rows } = await take(microsoft);
  expect(head?.join()).toBe(
    'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Hashed Email Address,Hashed Phone Number',
  );
  const [cloudy, tagged, accented] = rows.map((it) => it['Hashed Email Address']);
  expect([cloudy, tagged, accented]).toEqual([hashes.cloudy, hashes.untagged, hashes.untagged]);
  expect(rows[0]?.['Hashed Phone Number']).toBe(hashes.phone);
});

test('a file for an ad network has one click ID of that network instead of hashes', async () => {
  const ids = { gclid: 'EAIaIQobChMI-x_1', gbraid: '0AAAA', msclkid: 'f894f652ea334e73' };
  const { take } = await adsOnSqlite(
    won({ attribution: ids, amount: 950.25 }),
    won({ attribution: { wbraid: 'Cj8' } }),
  );
  const named = {
    'Conversion Name': 'Website lead won',
    'Conversion Time': '2026-11-24T16:00:00+0000',
  };
  const paid = { 'Conversion Value': '950.25', 'Conversion Currency': 'USD' };
  const { head, rows } = await take(google);
  expect(head?.join()).toBe(
    'Google Click ID,WBRAID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
  );
  expect(rows).toEqual([
    { 'Google Click ID': ids.gclid, ...named, ...paid },
    { WBRAID: 'Cj8', ...named },
  ]);
  const [first, second] = (await take(microsoft)).rows;
  expect(first).toEqual({ 'Microsoft Click ID': ids.msclkid, ...named, ...paid });
  expect(second?.['Hashed Email Address']).toMatch(/^[\da-f]{64}$/);
});

test.each(['=HYPERLINK("x")', '-1+1', '+1', '@x', 'a b', 'ab\r\n=1', "'=1", 'x,y'])(
  'a file for an ad network leaves out the click ID %j, which could be a formula',
  async (gclid) => {
    const { take } = await adsOnSqlite(won({ attribution: { gclid, utm_campaign: '=1+1' } }));
    const { text, rows } = await take(google);
    expect(rows[0]?.['Email']).toMatch(/^[\da-f]{64}$/);
    expect(text).not.toContain(gclid);
    expect(text).not.toMatch(/(^|,)"?['=+@-]/m);
  },
);
