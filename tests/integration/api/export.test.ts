import { expect, test } from 'vitest';
import type { PageQuery } from '../../../functions/store/paging.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { exportPart } from '../../../functions/inbox/submissions-csv.ts';
import { api, nextCursorHeader } from '../../../src/shared/api.ts';
import { readCsv } from '../../support/builders/csv-reader.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { get, post } from '../../support/builders/requests.ts';
import { staff } from '../../../functions/staff.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

async function open(count: number) {
  const world = await staffWorld();
  const leads = Array.from({ length: count }, (_, i) => aRecord({ created_at: second(i) }));
  await world.store.keep(leads.map((submission) => ({ kind: 'submission', submission })));
  const part = async (query: string) => {
    const answer = await staff(get(`${api.submissionsCsv}?${query}`, world.headers), world.deps);
    const { status, headers } = answer;
    return { status, headers, text: await answer.text(), next: headers.get(nextCursorHeader) };
  };
  return { ...world, leads, part };
}

test('an export comes in parts with all leads, the newest first, and an audit entry for each', async () => {
  const it = await open(2 * exportPart + 50);
  const days = 'from=2025-11-03&to=2025-11-04';
  let joined = '';
  for (let cursor: string | null = ''; cursor !== null;) {
    const { headers, text, next } = await it.part(`${days}${cursor && `&cursor=${cursor}`}`);
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
  expect(rows.map(([id]) => id)).toEqual(it.leads.toReversed().map(({ id }) => id));
  const filter = {
    searched: false,
    industry: null,
    delivery: null,
    from: '2025-11-03',
    to: '2025-11-04',
  };
  const event = { action: 'exported', filter };
  expect(await it.entries()).toMatchObject([{ event }, { event }, { event }]);
});

test.each(['', 'x', Buffer.from('["2025-11-03"]').toString('base64url')])(
  'an export has no part at "%s"',
  async (cursor) => {
    const it = await open(1);
    expect((await it.part(`cursor=${cursor}`)).status).toBe(400);
    expect(await it.entries()).toEqual([]);
  },
);

test('an export that can’t be read to the end of a part is a 503, and has no entry', async () => {
  const it = await open(250);
  const page = it.store.page.bind(it.store);
  it.store.page = (query: PageQuery) =>
    query.after ? Promise.reject(new StoreUnavailable('no disk')) : page(query);
  expect((await it.part('')).status).toBe(503);
  expect(await it.entries()).toEqual([]);
});

test('a list and an export take a search by POST only, since hosts log addresses', async () => {
  const it = await staffWorld();
  const { id } = await it.lead({ name: 'Dana Roe' });
  await it.lead({ name: 'Jo Ng', email: 'jo@ng.example' });
  for (const path of [api.submissions, api.submissionsCsv, api.search]) {
    for (const request of [
      get(`${path}?q=dana`, it.headers),
      post(`${path}?q=dana`, { q: 'dana' }, it.headers),
    ])
      expect([400, 405], `${request.method} ${path}`).toContain(
        (await staff(request, it.deps)).status,
      );
  }
  expect((await it.post(api.search, { q: 'dana' })).body).toMatchObject({ submissions: [{ id }] });
  const csv = await staff(post(api.submissionsCsv, { q: 'dana' }, it.headers), it.deps);
  expect(readCsv(await csv.text()).map(([first]) => first)).toEqual(['id', id]);
  for (const body of [{}, { q: 7 }, [], { q: 'x', seen: 7 }])
    expect(await it.post(api.search, body)).toMatchObject({ status: 400 });
});
