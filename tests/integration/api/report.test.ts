import { expect, test } from 'vitest';
import { report } from '../../../functions/inbox/report.ts';
import { reportSchema } from '../../../src/shared/report.ts';
import { aRecord } from '../../support/builders/record.ts';
import { bearer, get } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

test('/api/report answers with the figures of the month', async () => {
  await using world = aWorld();
  await world.store.create(aRecord({ created_at: '2026-11-03T16:00:00.000Z' }));
  const headers = bearer(await world.signIn({ admin: true }));
  const ask = async (month: string) => {
    const response = await report(get(`/api/report?month=${month}`, headers), world.deps);
    expect(response.status).toBe(200);
    return reportSchema.parse(await response.json());
  };
  const november = await ask('2026-11');
  expect(november).toMatchObject({ month: '2026-11', industries: { roofing: 1 }, held: 0 });
  expect(november.days.indexOf(1)).toBe(2);
  expect((await ask('2026-12')).days).toEqual(Array.from({ length: 31 }, () => 0));
});

test.each(['?month=2026-13', '?month=2026-11-01', '?month=november'])(
  '/api/report%s is refused',
  async (query) => {
    await using world = aWorld();
    const headers = bearer(await world.signIn({ admin: true }));
    const response = await report(get(`/api/report${query}`, headers), world.deps);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'A month looks like 2026-11.' });
  },
);
