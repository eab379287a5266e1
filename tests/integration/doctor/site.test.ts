import { everywhere } from '../../../src/shared/headers.ts';
import type { HealthReport } from '../../../src/shared/health.ts';
import { healthOf } from '../../support/builders/health.ts';
import type { Answer } from '../../support/servers/deployment/cloud.ts';
import {
  answers as placeAnswers,
  type Deployment,
  reports,
  pageOf,
  siteHost,
} from '../../support/servers/deployment/deployment.ts';
import { netlifyLogin } from '../../support/servers/deployment/netlify-login.ts';

const own = `https://${siteHost}/`;

const answers = (path: string, answer: Answer) => placeAnswers(siteHost + path, answer);
const page =
  (path: string, ...[canonical, status, headers]: Partial<Parameters<typeof pageOf>>) =>
  (deployment: Deployment) =>
    deployment.cloud.on(siteHost + path, () => pageOf(canonical ?? own, status, headers));

const isPrivate =
  /^The project on Netlify is private, so www\.leads\.example asks visitors to log in.+Make public/;

reports(
  'site',
  {
    'a site that is down': [
      /^The connection was refused \(www\.leads\.example\): check the domain/,
      ({ cloud }) => cloud.takeDown(siteHost),
    ],
    'a redirect to its other name': [
      /^www\.leads\.example redirects to https:\/\/leads\.example: set SITE_URL/,
      answers('/', { status: 301, headers: { location: 'https://leads.example/' } }),
    ],
    'a password before it': [/answers 401: .+password/, answers('/', { status: 401 })],
    'a private project': [isPrivate, answers('/', netlifyLogin)],
    'a private project that another account may not see': [
      isPrivate,
      answers('/', { ...netlifyLogin, status: 403 }),
    ],
    'a private project that redirects to the login': [
      isPrivate,
      answers('/', {
        status: 302,
        headers: { location: `https://app.netlify.com/edge-access?domain=${siteHost}` },
      }),
    ],
    "somebody else's site": [
      /was built for another site: set SITE_URL/,
      answers('/', { body: '<!doctype html><p>This domain is for sale' }),
    ],
    'a site that was built for another address': [
      /was built for https:\/\/leadwright\.example: set SITE_URL on Netlify/,
      page('/', 'https://leadwright.example/'),
    ],
  },
  ['headers', 'health'],
);

reports('headers', {
  ...Object.fromEntries(
    Object.keys(everywhere).map((name) => [
      `another ${name}`,
      [
        new RegExp(`^The answer at / has another ${name}: deploy`),
        page('/', own, 200, { [name]: 'another' }),
      ],
    ]),
  ),
  'a page without a policy': [
    /at \/admin has no content-security-policy: deploy/,
    page('/admin', own, 200, { 'content-security-policy': '' }),
  ],
  'a page for staff whose window others may hold': [
    /at \/admin has another cross-origin-opener-policy/,
    page('/admin', own),
  ],
  'an unknown path without them': [
    /at an unknown path has another x-content-type-options/,
    page('/*', own, 404, { 'x-content-type-options': 'x' }),
  ],
  'a site that is not yet built for the preload list': [
    /at \/ has another strict-transport-security: deploy/,
    ({ env }) => {
      env.HSTS = 'preload';
    },
  ],
  'a page for every unknown path': [
    /an unknown path has the status 200 instead of 404: deploy/,
    page('/*', own, 200),
  ],
  'a function that lets everybody in': [
    /at \/api\/access has the status 200 instead of 401/,
    answers('/api/access', { body: { role: 'admin' } }),
  ],
});

const healthAnswers = (status: number, body: unknown) => answers('/api/health', { status, body });
const reporting = (more: Partial<HealthReport>) =>
  healthAnswers(more.why ? 503 : 200, {
    ...healthOf(null),
    status: more.why ? 'not ok' : 'ok',
    canary: 'ok',
    looked_seconds: 60,
    canary_seconds: 60,
    ...more,
  });

reports('health', {
  'no function': [
    /^\/api\/health answers 404 and no report.+: look for it in the deploy's log/,
    page('/api/health', own, 404),
  ],
  'settings on Netlify that are wrong': [
    /can't reach its store: set the variables on Netlify as they are here/,
    reporting({ why: 'store', store: 'unreachable' }),
  ],
  'a canary that no longer comes': [
    /^The schedule has stopped in part: .+ look at tick and hourly/,
    healthAnswers(503, { status: 'not ok', why: 'canary' }),
  ],
  'another HEALTH_TOKEN': [/another HEALTH_TOKEN: set it on Netlify/, healthAnswers(401, {})],
  'a schedule that never ran': [
    /^The schedule has never run: .+ look at tick/,
    reporting({ looked_seconds: null }),
  ],
  'a schedule that stopped': [
    /^The schedule has not run for 80 minutes: .+ look at tick/,
    reporting({ looked_seconds: 4800 }),
  ],
  'a form that fails': [/^The form fails: look at/, reporting({ canary: 'failing' })],
  'a webhook that takes nothing': [
    /not taken a lead for 10 minutes/,
    reporting({ oldest_undelivered_seconds: 600 }),
  ],
});
