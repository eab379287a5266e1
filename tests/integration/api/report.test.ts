import { describe, expect, test } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import { adNameLimit } from '../../../src/shared/attribution.ts';
import { campaignsLimit, reportBy, reportSchema } from '../../../src/shared/report-schema.ts';
import { aRecord } from '../../support/builders/record.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

const aboutMonth = 'A month looks like 2026-11.';
const aboutBy = 'A report is by campaign, industry, source or answered.';

test.each([
  ['?month=2026-13&by=source', aboutMonth],
  ['?month=2026-11-01&by=source', aboutMonth],
  ['?month=november&by=source', aboutMonth],
  ['?month=2026-11', aboutBy],
  ['?month=2026-11&by=weather', aboutBy],
])('/api/report%s is refused', async (query, error) => {
  const { get } = await staffWorld();
  expect(await get(api.report + query)).toEqual({ status: 400, body: { error } });
});

test.each(reportBy)('/api/report has the totals, the days and the rows by %s', async (by) => {
  const { get, store } = await staffWorld();
  await store.create(
    aRecord({
      created_at: '2026-11-03T16:00:00.000Z',
      industry: 'roofing',
      source: 'contact_page',
      answered: null,
      attribution: { utm_source: 'zoo' },
    }),
  );
  await store.changeSpent('2026-11', () => [{ campaign: 'zoo', dollars: 3 }]);
  const { status, body } = await get(`${api.report}?month=2026-11&by=${by}`);
  expect(status).toBe(200);
  const { total, days, rows, ...rest } = reportSchema.parse(body);
  expect(rest).toMatchObject({ month: '2026-11', by, held: 0, is_partial: false });
  expect(total).toMatchObject({ leads: 1, spent: 3 });
  expect([days[1], days[2], days.length]).toEqual([0, 1, 30]);
  const names = { campaign: 'zoo', industry: 'roofing', source: 'contact_page', answered: '5' };
  expect(rows.filter(({ leads }) => leads > 0)).toMatchObject([{ name: names[by], leads: 1 }]);
  expect(rows.at(-1)?.spent).toBe(by === 'campaign' ? 3 : undefined);
});

describe('/api/spent', () => {
  async function anOffice() {
    const { post, store } = await staffWorld();
    const ask = async (fields: object) => {
      const sent = { month: '2026-11', campaign: 'zoo', dollars: 10, was: null, ...fields };
      const { status, body } = await post(api.spent, sent);
      return [status, body];
    };
    const stored = async (month = '2026-11') => {
      const { rows } = await store.report(month, 'campaign');
      return rows.map(({ name, spent }) => [name, spent]);
    };
    return { ask, kept: stored, store };
  }

  test('stores the cost of a campaign in a month, changes it and removes it', async () => {
    const { ask, kept } = await anOffice();
    expect(await ask({ dollars: 10.25 })).toEqual([200, { spent: 10.25 }]);
    expect(await ask({ dollars: 10.25 }), 'the same request again').toEqual([
      200,
      { spent: 10.25 },
    ]);
    expect(await ask({ campaign: ' google / spring ', dollars: 0 })).toEqual([200, { spent: 0 }]);
    expect(await ask({ dollars: 12, was: 10.25 })).toEqual([200, { spent: 12 }]);
    expect(await kept()).toEqual([
      ['google / spring', 0],
      ['zoo', 12],
    ]);
    expect(await kept('2026-10')).toEqual([]);
    expect(await ask({ dollars: null, was: 12 })).toEqual([200, { spent: null }]);
    expect(await kept()).toEqual([['google / spring', 0]]);
  });

  test('logs each change, without the campaign and the dollars', async () => {
    const { ask, store } = await anOffice();
    for (const fields of [{}, {}, { was: 9, dollars: 20 }, { was: 10, dollars: null }])
      await ask(fields);
    const event = { action: 'spent', month: '2026-11' };
    const { entries } = await store.audit({ limit: 9 });
    expect(entries).toMatchObject([
      { event, by: { uid: expect.any(String) as string } },
      { event },
    ]);
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toMatch(/zoo|dollars/);
  });

  test('does not replace a number that the admin has not seen', async () => {
    const { ask, kept } = await anOffice();
    await ask({ dollars: 10 });
    const error = 'Somebody else has entered $10 meanwhile. Save again to replace that.';
    expect(await ask({ dollars: 20, was: null })).toEqual([409, { error, spent: 10 }]);
    expect(await ask({ dollars: null, was: 5 })).toEqual([409, { error, spent: 10 }]);
    expect(await kept()).toEqual([['zoo', 10]]);
    expect(await ask({ dollars: 20, was: 10 })).toEqual([200, { spent: 20 }]);
  });

  const aboutDollars = 'Enter dollars from 0 to 10,000,000, with at most two decimals.';
  const aboutCampaign = 'Please name the campaign, with at most 403 characters.';
  test.each<[Record<string, unknown>, string]>([
    [{ dollars: -1 }, aboutDollars],
    [{ dollars: 10_000_000.01 }, aboutDollars],
    [{ dollars: 1.005 }, aboutDollars],
    [{ dollars: '10' }, aboutDollars],
    [{ campaign: '' }, aboutCampaign],
    [{ campaign: ' ' }, aboutCampaign],
    [{ campaign: 'x'.repeat(adNameLimit + 1) }, aboutCampaign],
    [{ month: '2026-13' }, 'A month looks like 2026-11.'],
    [{ was: 'ten' }, 'Please send the dollars that you saw as was.'],
  ])('refuses %j with a sentence', async (fields, error) => {
    const office = await anOffice();
    const [field] = Object.keys(fields);
    expect(await office.ask(fields)).toEqual([422, { error, field }]);
    expect(await office.kept()).toEqual([]);
  });

  test('has room for 200 campaigns in a month', async () => {
    const { ask, kept, store } = await anOffice();
    const full = Array.from({ length: campaignsLimit }, (_, i) => ({
      campaign: `${i}`,
      dollars: i,
    }));
    await store.changeSpent('2026-11', () => full);
    const error = 'A month has room for the costs of 200 campaigns. Clear one of them first.';
    expect(await ask({})).toEqual([422, { error, field: 'campaign' }]);
    expect(await ask({ campaign: '7', dollars: 8, was: 7 })).toEqual([200, { spent: 8 }]);
    expect(await kept()).toHaveLength(campaignsLimit);
  });
});
