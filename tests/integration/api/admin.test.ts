import { expect, test } from 'vitest';
import { callsPerMinute } from '../../../functions/auth/admins.ts';
import { routes, staff } from '../../../functions/staff.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { Unavailable } from '../../../functions/unavailable.ts';
import { openHealth } from '../../../functions/watch/health.ts';
import { api } from '../../../src/shared/api.ts';
import { healthReportSchema } from '../../../src/shared/health.ts';
import { aRecord } from '../../support/builders/record.ts';
import { bearer, get, post } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

test('all paths are for staff only, except those of visitors, monitors and the texting tool', () => {
  const { submitContact, stop, optOut, reports, health, ...forStaff } = api;
  const paths = new Set(routes.map(([, path]) => path));
  expect([...paths].toSorted()).toEqual(Object.values(forStaff).toSorted());
});

const calls = routes.map(([method, path]) => ({
  method,
  path,
  ask: (headers: Record<string, string>) =>
    method === 'GET' ? get(path, headers) : post(path, {}, headers),
}));

test.each(calls)(
  '$method $path accepts only admins, and only requests from this site',
  async ({ path, ask }) => {
    await using world = aWorld();
    const admin = await world.signIn({ admin: true });
    const asked = async (headers: Record<string, string>, different = {}) => {
      const response = await staff(ask(headers), { ...world.deps, ...different });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    for (const headers of [{}, bearer('forged'), { authorization: 'Basic x' }]) {
      const refused = await asked(headers);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(refused.text).toBe('{"error":"Please sign in."}');
    }
    expect(await asked(bearer(await world.signIn()))).toMatchObject({
      status: 403,
      text: '{"error":"Access denied. You need admin privileges."}',
    });
    const foreign = { ...bearer(admin), origin: 'https://evil.example' };
    expect((await asked(foreign)).status).toBe(403);
    for (const broken of [
      { verify: () => Promise.reject(new Unavailable('no network')) },
      { store: () => Promise.reject(new StoreUnavailable('no disk')) },
    ]) {
      const { status, text } = await asked(bearer(admin), broken);
      expect([status, text]).toEqual([503, expect.not.stringMatching(/network|disk/)]);
    }
    const request = new Request(ask(bearer(admin)), { method: 'PUT', body: null });
    const other = await staff(request, world.deps);
    const allowed = calls.filter((it) => it.path === path).map((it) => it.method);
    expect([other.status, other.headers.get('allow')]).toEqual([405, allowed.join(', ')]);
    expect((await asked(bearer(admin))).status).not.toBe(403);
    await world.store.revokeRole(admin.replace('token-of-', ''), 'admin');
    expect((await asked(bearer(admin))).status).toBe(403);
  },
);

test('unknown paths are refused, and any case and a trailing slash are accepted, as on Netlify', async () => {
  await using world = aWorld();
  const headers = bearer(await world.signIn({ admin: true }));
  expect((await staff(get('/api/nothing', headers), world.deps)).status).toBe(404);
  const response = await staff(get('/api/Access/', headers), world.deps);
  expect([response.status, await response.json()]).toEqual([200, { role: 'admin' }]);
});

test.each([true, false])(
  'an account has its own limit of calls in a minute, with the role or without (%s)',
  async (admin) => {
    let time = Date.parse('2026-03-02T15:04:05.678Z');
    await using world = aWorld({ now: () => new Date(time) });
    const [token, other] = [await world.signIn({ admin }), await world.signIn({ admin: true })];
    const ask = (of: string) => staff(get(api.access, bearer(of)), world.deps);
    const usual = admin ? 200 : 403;
    for (let i = 0; i < callsPerMinute; i += 1) expect((await ask(token)).status).toBe(usual);
    const refused = await ask(token);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('55');
    expect(await refused.json()).toEqual({
      error: 'Too many calls came from your account. Please try again in a minute.',
    });
    expect((await ask(other)).status).toBe(200);
    expect((await ask('forged')).status).toBe(401);
    time += 55_000;
    expect((await ask(token)).status).toBe(usual);
  },
);

test('health tells the public only whether the site works, and the rest to admins and monitors', async () => {
  const healthToken = 'h'.repeat(32);
  await using world = aWorld({ healthToken, version: '1c4e9b' });
  const delivery = { state: 'held' as const, reasons: ['honeypot'] };
  await world.store.create(aRecord({ delivery }));
  const handler = openHealth();
  const ask = async (headers: Record<string, string>, different = {}) => {
    const answer = await handler(get(api.health, headers), { ...world.deps, ...different });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  for (const headers of [{}, { authorization: 'Basic x' }])
    expect(await ask(headers)).toEqual({ status: 200, body: { status: 'ok' } });
  for (const token of [healthToken, await world.signIn({ admin: true })]) {
    const { status, body } = await ask(bearer(token));
    const { oldest_held_seconds, version } = healthReportSchema.parse(body);
    expect([status, oldest_held_seconds !== null, version]).toEqual([200, true, '1c4e9b']);
  }
  for (const token of ['h'.repeat(31), 'h'.repeat(33), 'forged'])
    expect(await ask(bearer(token))).toEqual({ status: 401, body: { error: 'Please sign in.' } });
  expect(await ask(bearer('undefined'), { healthToken: undefined })).toHaveProperty('status', 401);
  expect(await ask(bearer(await world.signIn()))).toHaveProperty('status', 403);
});
