import { describe, expect, test } from 'vitest';
import { toResponse } from '../../support/servers/deployment/cloud.ts';
import { aDeployment, siteHost } from '../../support/servers/deployment/deployment.ts';
import {
  answers,
  diagnose,
  expectFailure,
  type Case,
} from '../../support/servers/deployment/diagnose.ts';
import {
  configOf,
  places,
  projectId,
  projectNumber,
  refusal,
} from '../../support/servers/deployment/google.ts';

describe('the API key', () => {
  const apiKeyCase = (reason: string) => answers(places.project, refusal(403, 'DENIED', reason));
  test.each<Case>([
    [
      'one that Google does not know',
      "API key's project",
      /^Google doesn't know PUBLIC_FIREBASE_API_KEY: set it to the key at https:/,
      ({ env }) => (env.PUBLIC_FIREBASE_API_KEY = 'AIzaSy-another'),
    ],
    [
      'one of another project',
      "API key's project",
      /belongs to the project 7, but the service account to leadwright-live, number 104071899362: set/,
      answers(places.project, { body: { projectId: '7' } }),
    ],
    [
      'one for other pages',
      "API key's project",
      /does not allow pages of this site: add/,
      apiKeyCase('API_KEY_HTTP_REFERRER_BLOCKED'),
    ],
    [
      'one for other services',
      "API key's project",
      /may not be used to sign in: add/,
      apiKeyCase('API_KEY_SERVICE_BLOCKED'),
    ],
    [
      'one that is refused for another reason',
      "API key's project",
      /^Google refuses PUBLIC_FIREBASE_API_KEY \(403\): check its restrictions/,
      apiKeyCase('SOMETHING_NEW'),
    ],
  ])('reports %s', async (...broken) => {
    await expectFailure(...broken);
  });

  test('is checked with the referrer of the site’s pages', async () => {
    await using deployment = await aDeployment();
    deployment.cloud.on(places.project, ({ headers, url }) =>
      toResponse(
        headers.get('referer') === `https://${siteHost}/auth` && !url.includes('AIza')
          ? { body: { projectId: projectNumber } }
          : refusal(403, 'PERMISSION_DENIED', 'API_KEY_HTTP_REFERRER_BLOCKED'),
      ),
    );
    expect((await diagnose(deployment)).failed).toEqual({});
  });

  test.each([
    [projectId, {}],
    [`${projectId}-2`, { "API key's project": expect.any(String) as string }],
  ])('is matched by its domains if Google gives no project number: %s', async (name, failed) => {
    await using deployment = await aDeployment();
    const { body } = configOf(siteHost);
    const config = { ...(body as object), name: `projects/${projectId}/config` };
    answers(places.config, { body: config })(deployment);
    const authorizedDomains = ['localhost', `${name}.firebaseapp.com`];
    answers(places.project, { body: { projectId: '7', authorizedDomains } })(deployment);
    expect((await diagnose(deployment)).failed).toEqual(failed);
  });
});
