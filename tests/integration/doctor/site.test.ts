import { describe, expect, test } from 'vitest';
import { everywhere } from '../../../src/shared/headers.ts';
import type { HealthReport } from '../../../src/shared/health.ts';
import type { Answer } from '../../support/servers/deployment/cloud.ts';
import {
  answers as placeAnswers,
  type Case,
  type Deployment,
  expectFailure,
  pageOf,
  siteHost,
} from '../../support/servers/deployment/deployment.ts';

const own = `https://${siteHost}/`;

const answers = (path: string, answer: Answer) => placeAnswers(siteHost + path, answer);
const page =
  (path: string, ...[canonical, status, headers]: Partial<Parameters<typeof pageOf>>) =>
  (deployment: Deployment) => {
    deployment.cloud.on(siteHost + path, () => pageOf(canonical ?? own, status, headers));
  };

describe('the site', () => {
  test.each<Case>([
    [
      'a site that is down',
      'site',
      /^The connection was refused \(www\.leads\.example\): check the domain/,
      ({ cloud }) => {
        cloud.takeDown(siteHost);
      },
    ],
    [
      'a redirect to its other name',
      'site',
      /^www\.leads\.example redirects to https:\/\/leads\.example: set SITE_URL/,
      answers('/', { status: 301, headers: { location: 'https://leads.example/' } }),
    ],
    ['a password before it', 'site', /answers 401: .+password/, answers('/', { status: 401 })],
    [
      "somebody else's site",
      'site',
      /was built for another site: set SITE_URL/,
      answers('/', { body: '<!doctype html><p>This domain is for sale' }),
    ],
    [
      'a site that was built for another address',
      'site',
      /was built for https:\/\/leadwright\.example: set SITE_URL on Netlify/,
      page('/', 'https://leadwright.example/'),
    ],
  ])('reports %s', async (...broken) => {
    expect((await expectFailure(...broken)).skipped).toEqual(['headers', 'health']);
  });
});

describe('its headers', () => {
  test.each(Object.keys(everywhere))('include %s', async (name) => {
    await expectFailure(
      name,
      'headers',
      new RegExp(`^The answer at / has another ${name}: deploy`),
      page('/', own, 200, { [name]: 'another' }),
    );
  });

  test.each<Case>([
    [
      'a page without a policy',
      'headers',
      /at \/admin has no content-security-policy: deploy/,
      page('/admin', own, 200, { 'content-security-policy': '' }),
    ],
    [
      'a page for staff whose window others may hold',
      'headers',
      /at \/admin has another cross-origin-opener-policy/,
      page('/admin', own),
    ],
    [
      'an unknown path without them',
      'headers',
      /at an unknown path has another x-content-type-options/,
      page('/*', own, 404, { 'x-content-type-options': 'x' }),
    ],
    [
      'a site that is not yet built for the preload list',
      'headers',
      /at \/ has another strict-transport-security: deploy/,
      ({ env }) => {
        env.HSTS = 'preload';
      },
    ],
    [
      'a page for every unknown path',
      'headers',
      /an unknown path has the status 200 instead of 404: deploy/,
      page('/*', own, 200),
    ],
  ])('report %s', async (...broken) => {
    await expectFailure(...broken);
  });
});

test('a function that lets everybody in is reported', async () => {
  await expectFailure(
    'one that lets everybody in',
    'headers',
    /at \/api\/access has the status 200 instead of 401/,
    answers('/api/access', { body: { role: 'admin' } }),
  );
});

describe('its health', () => {
  const told = (status: number, body: unknown) => answers('/api/health', { status, body });
  const reporting = (more: Partial<HealthReport>) =>
    told(more.why ? 503 : 200, {
      status: more.why ? 'not ok' : 'ok',
      store: 'reachable',
      oldest_undelivered_seconds: null,
      oldest_held_seconds: null,
      oldest_waiting_seconds: null,
      retention_behind: false,
      canary: 'ok',
      version: null,
      looked_seconds: 60,
      canary_seconds: 60,
      ...more,
    } satisfies HealthReport);

  test.each<Case>([
    [
      'no function',
      'health',
      /^\/api\/health answers 404 and no report.+: look for it in the deploy's log/,
      page('/api/health', own, 404),
    ],
    [
      'settings on Netlify that are wrong',
      'health',
      /can't reach its store: set the variables on Netlify as they are here/,
      reporting({ why: 'store', store: 'unreachable' }),
    ],
    [
      'a canary that no longer comes',
      'health',
      /^The schedule has stopped in part: .+ look at watch and canary/,
      told(503, { status: 'not ok', why: 'canary' }),
    ],
    ['another HEALTH_TOKEN', 'health', /another HEALTH_TOKEN: set it on Netlify/, told(401, {})],
    [
      'a schedule that never ran',
      'health',
      /^The schedule has never run: .+ look at watch/,
      reporting({ looked_seconds: null }),
    ],
    [
      'a schedule that stopped',
      'health',
      /^The schedule has not run for 80 minutes: .+ look at watch/,
      reporting({ looked_seconds: 4800 }),
    ],
    ['a form that fails', 'health', /^The form fails: look at/, reporting({ canary: 'failing' })],
    [
      'a webhook that takes nothing',
      'health',
      /not taken a lead for 15 minutes/,
      reporting({ oldest_undelivered_seconds: 900 }),
    ],
  ])('reports %s', async (...broken) => {
    await expectFailure(...broken);
  });
});
