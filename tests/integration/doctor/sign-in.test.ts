import { expect, test } from 'vitest';
import { toResponse } from '../../support/servers/deployment/cloud.ts';
import {
  configOf,
  places,
  projectNumber,
  refusal,
} from '../../support/servers/deployment/google.ts';
import {
  aDeployment,
  answers,
  diagnose,
  reports,
  siteHost,
} from '../../support/servers/deployment/deployment.ts';

reports('sign-in', {
  'a project without it': [
    /e-mail and password is off.+: turn it on at https:/,
    answers(places.config, refusal(404, 'NOT_FOUND', undefined, 'CONFIGURATION_NOT_FOUND')),
  ],
  'passwords that are off': [
    /e-mail and password is off.+: turn it on at https:/,
    answers(places.config, configOf(siteHost, {})),
  ],
  'links by e-mail that are on': [
    /anybody can have Firebase write to strangers.+: turn "Email link" off at https:/,
    answers(places.config, configOf(siteHost, { enabled: true })),
  ],
  'an account without the right role': [
    /may not read the settings of sign-in: give it the role Firebase Authentication Viewer/,
    answers(places.config, refusal(403, 'PERMISSION_DENIED')),
  ],
  'a proxy in between': [
    /that its documentation doesn't describe: check/,
    answers(places.config, { body: '<html>Log in to this network</html>' }),
  ],
});
reports('authorized domains', {
  'a site that is not authorized': [
    /^www\.leads\.example is not among the authorized domains: add it at https:/,
    answers(places.config, configOf('eads.example')),
  ],
  "another project's domain": [
    /^PUBLIC_FIREBASE_AUTH_DOMAIN is "other.firebaseapp.com", which is no.+: set it to leadwright-live/,
    ({ env }) => (env.PUBLIC_FIREBASE_AUTH_DOMAIN = 'other.firebaseapp.com'),
  ],
});
reports('API key', {
  'an API key for other services': [
    /\(API_KEY_SERVICE_BLOCKED\).+must allow pages of this site/,
    answers(places.project, refusal(403, 'DENIED', 'API_KEY_SERVICE_BLOCKED')),
  ],
  'an API key of another project': [
    /belongs to a different project.+: set it to the key at https:/,
    answers(places.project, { body: { authorizedDomains: ['other.firebaseapp.com'] } }),
  ],
});

test('an authorized domain also authorizes its subdomains', async () => {
  await using deployment = await aDeployment();
  answers(places.config, configOf('leads.example'))(deployment);
  expect((await diagnose(deployment)).failed).toEqual({});
});

test('the API key is checked as a page of the site uses it', async () => {
  await using deployment = await aDeployment();
  const authorizedDomains = ['leadwright-live.firebaseapp.com'];
  deployment.cloud.on(places.project, ({ headers, url }) =>
    toResponse(
      headers.get('referer') === `https://${siteHost}/auth` && !url.includes('AIza')
        ? { body: { projectId: projectNumber, authorizedDomains } }
        : refusal(403, 'PERMISSION_DENIED', 'API_KEY_HTTP_REFERRER_BLOCKED'),
    ),
  );
  expect((await diagnose(deployment)).failed).toEqual({});
});
