import { describe, expect, test } from 'vitest';
import { aDeployment, alertHost } from '../../support/servers/deployment/deployment.ts';
import { diagnose, expectFailure, type Case } from '../../support/servers/deployment/diagnose.ts';

describe('the doctor’s alert', () => {
  test('says that it is a test, and goes to each address', async () => {
    await using deployment = await aDeployment();
    const address = `https://${alertHost}/path-secret`;
    deployment.env.ALERT_URL = `${address} ${address}`;
    expect((await diagnose(deployment)).of('alerts')?.detail).toBe(
      `a test alert was taken by ${alertHost}, ${alertHost}`,
    );
    expect(deployment.chat.arrivals.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      Array.from({ length: 2 }, () => ({
        text: 'www.leads.example: This is a test alert. Nothing is wrong. https://www.leads.example/admin',
      })),
    );
  });

  test.each<Case>([
    [
      'an address that refuses it',
      'alerts',
      /^The address answered 404 \(hooks\.chat\.example\): check/,
      ({ chat }) => {
        chat.usually({ status: 404 });
      },
    ],
    [
      'a private address',
      'alerts',
      /not public \(127\.0\.0\.1\): change ALERT_URL/,
      ({ env }) => {
        env.ALERT_URL = 'https://127.0.0.1/path-secret';
      },
    ],
    [
      'a wrong setting',
      'alerts',
      /^ALERT_SILENCE must be off/,
      ({ env }) => {
        env.ALERT_SILENCE = 'on';
      },
    ],
  ])('shows %s', async (...broken) => {
    expect((await expectFailure(...broken)).skipped).toEqual([]);
  });
});
