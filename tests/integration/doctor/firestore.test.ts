import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fingerprintOf } from '../../../functions/opt-outs/may-contact.ts';
import { personHasher } from '../../../functions/opt-outs/person.ts';
import { accountOf } from '../../support/servers/fake-google.ts';
import {
  deployedFields,
  deployedIndexes,
  listed,
  listOf,
  places,
  projectId,
  refusal,
  rulesetOf,
} from '../../support/servers/deployment/google.ts';
import {
  aDeployment,
  answers,
  type Deployment,
  diagnose,
  reports,
} from '../../support/servers/deployment/deployment.ts';

const deploy = 'npx firebase deploy --only firestore --project leadwright-live';
const disabled = refusal(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED');

function otherKey({ env }: Deployment): void {
  env.FIREBASE_SERVICE_ACCOUNT = accountOf(projectId);
}

const tokenFailed =
  /^Google gives no token .+: check this machine's clock.+make a new key at https:/;

reports('account key', {
  'a key that was replaced': [tokenFailed, otherKey],
  'an answer without a token': [/gave no token: check/, answers(places.token, { body: {} })],
});

reports(
  'Firestore',
  {
    'a database that was not made': [
      /leadwright-live has no database.+: create one at https:/,
      answers(places.query, listed(refusal(404, 'NOT_FOUND'))),
    ],
    'an API that is not enabled': [
      /^firestore.googleapis.com is not enabled.+: enable it at https:/,
      answers(places.query, listed(disabled)),
    ],
    'an outage of Firestore': [
      /^firestore.googleapis.com did not read Firestore \(503\): run the doctor again/,
      answers(places.query, listed(refusal(503, 'UNAVAILABLE'))),
    ],
  },
  ['indexes', 'rules', 'privacy key', 'admin'],
);

reports('rules', {
  'rules that differ': [
    new RegExp(`^The rules in Firestore differ from firestore.rules: ${deploy}$`),
    answers(places.ruleset, rulesetOf('allow read, write: if true;')),
  ],
});
reports('privacy key', {
  'a privacy key that is not the list’s': [
    /^The do-not-contact list was made with another PRIVACY_KEY.+: set PRIVACY_KEY to the value that it had/,
    answers(places.query, { body: listOf('of another key', ['a1']) }),
  ],
});
reports('admin', {
  'that nobody is an admin': [
    /^Nobody is an admin.+: run npm run grant-admin/,
    answers(places.query, { body: [{ readTime: '2026-03-02T15:04:05Z' }] }),
  ],
});

test('the doctor says whether the privacy key matches the list', async () => {
  await using deployment = await aDeployment();
  const mark = fingerprintOf(personHasher(deployment.env.PRIVACY_KEY ?? ''));
  const said = async (body: object[]) => {
    answers(places.query, { body })(deployment);
    return (await diagnose(deployment)).of('privacy key');
  };
  const ok = (detail: string) => ({ name: 'privacy key', outcome: 'ok', detail });
  expect(await said(listOf(mark, ['a1']))).toEqual(ok('fits the do-not-contact list'));
  expect(await said(listOf('of another key', []))).toEqual(ok('the do-not-contact list is empty'));
  expect(await said(listOf(undefined, ['a1', 'b2']))).toMatchObject({ outcome: 'ok' });
});

test('the doctor ignores line ends when it compares the rules', async () => {
  await using deployment = await aDeployment();
  const own = await readFile('firestore.rules', 'utf8');
  deployment.cloud.on(places.ruleset, rulesetOf(own.replaceAll('\n', '\r\n')));
  expect((await diagnose(deployment)).failed).toEqual({});
});

type Indexes = ReturnType<typeof deployedIndexes>;
const indexes = (change: (all: Indexes) => object[]) =>
  answers(places.indexes, { body: { indexes: change(deployedIndexes()) } });
const fields = (different: object) =>
  answers(places.fields, {
    body: { fields: deployedFields().map((it) => ({ ...it, ...different })) },
  });
const missing = (what: string) => new RegExp(`^Firestore doesn't have ${what}: ${deploy}, or if`);
const first = 'index contact_submissions \\(listed ASCENDING, created_at DESCENDING\\)';

reports('indexes', {
  'one that is missing': [missing(first), indexes((all) => all.slice(1))],
  'one that is being built': [
    missing(first),
    indexes((all) => all.map((index, i) => (i === 0 ? { ...index, state: 'CREATING' } : index))),
  ],
  'an expiry that is off': [
    missing('expiry by sightings.expires_at'),
    fields({ ttlConfig: undefined }),
  ],
});
