import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  aDeployment,
  siteHost,
  type Deployment,
} from '../../support/servers/deployment/deployment.ts';
import {
  answers,
  diagnose,
  expectFailure,
  type Case,
} from '../../support/servers/deployment/diagnose.ts';
import {
  configOf,
  invalidGrant,
  listed,
  places,
  refusal,
} from '../../support/servers/deployment/google.ts';

const down = (host: string) => (deployment: Deployment) => {
  deployment.cloud.takeDown(host);
};
const denied = refusal(403, 'PERMISSION_DENIED');
const disabled = refusal(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED');

function otherKey({ env }: Deployment): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = JSON.parse(env.FIREBASE_SERVICE_ACCOUNT ?? '') as object;
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  env.FIREBASE_SERVICE_ACCOUNT = JSON.stringify({ ...account, private_key });
}

describe('the account key', () => {
  test.each<Case>([
    [
      'one that was replaced',
      'account key',
      /^Google no longer knows the key.+: make a new/,
      otherKey,
    ],
    [
      'an account that is gone',
      'account key',
      /^Google doesn't know the service account.+: make a new key at https:/,
      answers(places.token, invalidGrant('Invalid grant: account not found')),
    ],
    [
      'a clock that is wrong',
      'account key',
      /time is wrong: correct this machine's clock/,
      answers(
        places.token,
        invalidGrant(
          'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
        ),
      ),
    ],
    [
      'an account without permission',
      'account key',
      /refuses the service account \(unauthorized_client\): check whether it is disabled/,
      answers(places.token, { status: 401, body: { error: 'unauthorized_client' } }),
    ],
    [
      'an answer without a token',
      'account key',
      /gave no token: check/,
      answers(places.token, { body: {} }),
    ],
    [
      'a lost connection',
      'account key',
      /could not be reached for a token \(ECONNREFUSED\): check this machine's connection/,
      down('oauth2.googleapis.com'),
    ],
  ])('reports %s', async (...broken) => {
    await expectFailure(...broken);
  });
});

describe('Firestore', () => {
  test.each<Case>([
    [
      'a database that was not made',
      'Firestore',
      /leadwright-live has no Firestore database.+: create one at https:/,
      answers(places.documents, listed(refusal(404, 'NOT_FOUND'))),
    ],
    [
      'an account that may not read',
      'Firestore',
      /may not read Firestore: give it the role Cloud Datastore User.+project=leadwright-live$/,
      answers(places.documents, listed(denied)),
    ],
    [
      'an API that is not enabled',
      'Firestore',
      /^firestore.googleapis.com is not enabled.+: enable it at https:/,
      answers(places.documents, listed(disabled)),
    ],
    [
      'a database in another mode',
      'Firestore',
      /not in Native mode: use/,
      answers(places.documents, listed(refusal(400, 'FAILED_PRECONDITION'))),
    ],
    [
      'an outage of Firestore',
      'Firestore',
      /^Firestore is not answering right now \(code \d+\): run the doctor again/,
      answers(places.documents, listed(refusal(501, 'UNIMPLEMENTED'))),
    ],
    [
      'a lost connection',
      'Firestore',
      /gave no answer: check this machine's connection/,
      ({ cloud }) => {
        cloud.on(places.documents, 'hang');
      },
    ],
  ])('reports %s', async (...broken) => {
    const { skipped } = await expectFailure(...broken);
    expect(skipped).toEqual(['schedule', 'unsent alerts', 'canary', 'indexes', 'rules']);
  });
});

describe('sign-in', () => {
  test.each<Case>([
    [
      'a project without it',
      'sign-in',
      /not set up in the project leadwright-live: press "Get started"/,
      answers(places.config, refusal(404, 'NOT_FOUND', undefined, 'CONFIGURATION_NOT_FOUND')),
    ],
    [
      'passwords that are off',
      'sign-in',
      /e-mail and password is off.+: turn it on at https:/,
      answers(places.config, configOf(siteHost, {})),
    ],
    [
      'an account without the right role',
      'sign-in',
      /may not read the settings of sign-in: give it the role Firebase Authentication Viewer/,
      answers(places.config, denied),
    ],
    [
      'an outage of Google',
      'sign-in',
      /not answering right now \(503 UNAVAILABLE\): run the doctor again/,
      answers(places.config, refusal(503, 'UNAVAILABLE')),
    ],
    [
      'a proxy in between',
      'sign-in',
      /that its documentation doesn't describe: check/,
      answers(places.config, { body: '<html>Log in to this network</html>' }),
    ],
    [
      'a site that is not authorized',
      'authorized domains',
      /^www\.leads\.example is not among the authorized domains: add it at https:/,
      answers(places.config, configOf('leads.other')),
    ],
    [
      "another project's domain",
      'authorized domains',
      /^PUBLIC_FIREBASE_AUTH_DOMAIN is other.firebaseapp.com, which is no.+: set it to leadwright-live/,
      ({ env }) => (env.PUBLIC_FIREBASE_AUTH_DOMAIN = 'other.firebaseapp.com'),
    ],
  ])('reports %s', async (...broken) => {
    await expectFailure(...broken);
  });

  test('accepts an authorized domain for its subdomains, but not for others with the same ending', async () => {
    await using deployment = await aDeployment();
    answers(places.config, configOf('leads.example'))(deployment);
    expect((await diagnose(deployment)).failed).toEqual({});
    answers(places.config, configOf('eads.example'))(deployment);
    expect((await diagnose(deployment)).failed).toHaveProperty('authorized domains');
  });
});
