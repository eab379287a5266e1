import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { aDeployment } from '../../support/servers/deployment/deployment.ts';
import {
  answers,
  diagnose,
  expectFailure,
  reading,
  type Case,
} from '../../support/servers/deployment/diagnose.ts';
import { places, refusal, rulesetOf } from '../../support/servers/deployment/google.ts';

const deploy = 'npx firebase deploy --only firestore --project leadwright-live';

describe('rules', () => {
  test.each<Case>([
    [
      'rules that differ',
      'rules',
      new RegExp(`^The rules in Firestore differ from firestore.rules: ${deploy}$`),
      answers(places.ruleset, rulesetOf('allow read, write: if true;')),
    ],
    [
      'none',
      'rules',
      new RegExp(`^Firestore has no rules yet: ${deploy}$`),
      answers(places.release, refusal(404, 'NOT_FOUND')),
    ],
    [
      'an account without the right role',
      'rules',
      /may not read the rules: give it the role Firebase Rules Viewer/,
      answers(places.release, refusal(403, 'PERMISSION_DENIED')),
    ],
    [
      'an API that is not enabled',
      'rules',
      /^firebaserules.googleapis.com is not enabled.+: enable it/,
      answers(places.ruleset, refusal(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED')),
    ],
    [
      'a lost connection',
      'rules',
      /^firebaserules.googleapis.com could not be reached \(the connection was refused\): check/,
      ({ cloud }) => {
        cloud.takeDown('firebaserules.googleapis.com');
      },
    ],
    [
      'another folder',
      'rules',
      /^firestore.rules is not in this folder: run/,
      reading('firestore.rules', undefined),
    ],
  ])('report %s', async (...broken) => {
    await expectFailure(...broken);
  });

  test('are the same with other line ends', async () => {
    await using deployment = await aDeployment();
    const own = await readFile('firestore.rules', 'utf8');
    deployment.cloud.on(places.ruleset, rulesetOf(own.replaceAll('\n', '\r\n')));
    expect((await diagnose(deployment)).failed).toEqual({});
  });
});
