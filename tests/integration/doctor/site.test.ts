import { describe, expect, test } from 'vitest';
import { access } from '../../../functions/auth/admins.ts';
import { ConfigError } from '../../../functions/unavailable.ts';
import { everywhere } from '../../../src/shared/headers.ts';
import {
  aDeployment,
  siteHost,
  type Deployment,
} from '../../support/servers/deployment/deployment.ts';
import { diagnose, expectFailure, type Case } from '../../support/servers/deployment/diagnose.ts';
import type { Answer } from '../../support/servers/deployment/cloud.ts';
import { pageOf } from '../../support/servers/deployment/site.ts';
import { aWorld } from '../../support/worlds/world.ts';

const own = `https://${siteHost}/`;

const answers = (path: string, answer: Answer) => (deployment: Deployment) => {
  deployment.cloud.on(siteHost + path, answer);
};
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
      /could not be reached \(the connection was refused\): check the domain/,
      ({ cloud }) => {
        cloud.takeDown(siteHost);
      },
    ],
    [
      'a redirect to its other name',
      'site',
      /^www\.leads\.example redirects to leads\.example: set SITE_URL/,
      answers('/', { status: 301, headers: { location: 'https://leads.example/' } }),
    ],
    ['a password before it', 'site', /asks for a password: take/, answers('/', { status: 401 })],
    ['a missing site', 'site', /answers 404: check the domain/, answers('/', { status: 404 })],
    [
      "somebody else's site",
      'site',
      /not from this site.+: check the domain/,
      answers('/', { body: '<!doctype html><p>This domain is for sale' }),
    ],
    [
      'a page that would slow down a careless search for its address',
      'site',
      /not from this site/,
      answers('/', { body: '<link '.repeat(150_000) }),
    ],
    [
      'a site that was built for another address',
      'site',
      /was built for https:\/\/leadwright\.example: set SITE_URL on Netlify/,
      page('/', 'https://leadwright.example/'),
    ],
  ])('reports %s', async (...broken) => {
    expect((await expectFailure(...broken)).skipped).toEqual(['clock', 'headers', 'functions']);
  });
});

describe('its headers', () => {
  test.each(Object.keys(everywhere))('include %s', async (name) => {
    await expectFailure(
      name,
      'headers',
      new RegExp(`^The answer at / has another ${name}, unlike.+: deploy`),
      page('/', own, 200, { [name]: 'another' }),
    );
  });

  test.each<Case>([
    [
      'a page without a policy',
      'headers',
      /at \/admin has no content-security-policy, unlike.+: deploy/,
      page('/admin', own, 200, { 'content-security-policy': '' }),
    ],
    [
      'a page for staff whose window others may hold',
      'headers',
      /at \/admin has another cross-origin-opener-policy/,
      page('/admin', own),
    ],
    [
      'a policy that lets everything in',
      'headers',
      /at \/admin has another content-security-policy/,
      page('/admin', own, 200, { 'content-security-policy': "default-src 'none' *" }),
    ],
    [
      'an unknown path without them',
      'headers',
      /at an unknown path has another x-content-type-options/,
      page('/*', own, 404, { 'x-content-type-options': 'x' }),
    ],
    [
      'a page for every unknown path',
      'headers',
      /answers 200 at an unknown path instead of 404: deploy/,
      page('/*', own, 200),
    ],
    [
      'a missing page',
      'headers',
      /answers 404 at \/admin instead of 200: deploy/,
      page('/admin', own, 404),
    ],
  ])('report %s', async (...broken) => {
    await expectFailure(...broken);
  });

  test('may have different spaces', async () => {
    await using deployment = await aDeployment();
    const header = 'permissions-policy';
    const value = everywhere[header].replaceAll(', ', ',');
    page('/', own, 200, { [header]: value })(deployment);
    expect((await diagnose(deployment)).failed).toEqual({});
  });
});

describe('its functions', () => {
  test.each<Case>([
    [
      'none',
      'functions',
      /^\/api\/access answers 404 and no JSON instead of 401.+: look for it in the deploy's log/,
      page('/api/access', own, 404),
    ],
    [
      'one that lets everybody in',
      'functions',
      /answers 200 instead of 401/,
      answers('/api/access', { body: { role: 'admin' } }),
    ],
    [
      'one without the headers',
      'functions',
      /has no content-security-policy, unlike.+: deploy/,
      answers('/api/access', { status: 401 }),
    ],
    [
      'settings on Netlify that are wrong',
      'functions',
      /^\/api\/access answers 503: set the variables on Netlify as they are here/,
      ({ cloud }) => {
        cloud.on(`${siteHost}/api/access`, async (request) => {
          await using world = aWorld();
          const verify = () => Promise.reject(new ConfigError('No storage is configured'));
          return await access(request, { ...world.deps, verify });
        });
      },
    ],
  ])('report %s', async (...broken) => {
    await expectFailure(...broken);
  });
});
