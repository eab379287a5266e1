import { describe, expect, test } from 'vitest';
import { newCanary, newWatch, type Watch } from '../../../functions/store/watch-state.ts';
import {
  aDeployment,
  alertHost,
  siteHost,
  type Deployment,
} from '../../support/servers/deployment/deployment.ts';
import { openDocuments } from '../../support/servers/deployment/documents.ts';
import { places } from '../../support/servers/deployment/google.ts';
import { pageOf } from '../../support/servers/deployment/site.ts';
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

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const knowing = (watch: Partial<Watch>) => (deployment: Deployment) => {
  openDocuments(deployment.cloud, places.documents, {
    ...newWatch,
    looked_at: ago(9),
    ...watch,
  });
};

describe('the doctor’s look at the schedule', () => {
  test.each<Case>([
    ['one that never ran', 'schedule', /^The schedule has never run/, knowing({ looked_at: null })],
    [
      'one that stopped',
      'schedule',
      /^The schedule has not run for 80 minutes: look at watch/,
      knowing({ looked_at: ago(80) }),
    ],
    [
      'one that runs hourly',
      'schedule',
      /^The schedule runs hourly instead of each minute/,
      knowing({ looked_before: ago(69) }),
    ],
  ])('finds %s', async (...broken) => {
    expect((await expectFailure(...broken)).skipped).toEqual(['unsent alerts', 'canary']);
  });

  test.each<Case>([
    [
      'a canary whose visit failed',
      'canary',
      /^The last visit of the canary failed: look at/,
      knowing({ canary: { ...newCanary, visited_at: ago(9), failures: 1 } }),
    ],
    [
      'a canary that stays away',
      'canary',
      /^The canary has not come for 80 minutes/,
      knowing({ canary: { ...newCanary, visited_at: ago(80) } }),
    ],
  ])('finds %s', async (...broken) => {
    await expectFailure(...broken);
  });

  test('finds an alert that could not be sent', async () => {
    const notice = { id: 'x', to: 0, text: 'x', tries: 3, next_attempt_at: ago(0) };
    const broken = knowing({ notices: [{ ...notice, error: 'The connection was refused' }] });
    await expectFailure(
      'an unsent alert',
      'unsent alerts',
      /^An alert could not be sent \(The connection was refused\)/,
      broken,
    );
  });

  test('passes right after a deploy, and says what is wrong with the site', async () => {
    await using deployment = await aDeployment();
    const incident = { since: ago(5), raised_at: ago(5), reminders: 0 };
    knowing({ incidents: [{ ...incident, kind: 'silence', what: 'No lead.' }] })(deployment);
    const { failed, of } = await diagnose(deployment);
    expect(failed).toEqual({});
    expect(of('schedule')?.detail).toBe('it looked 9 minutes ago, and runs each minute');
    expect(of('unsent alerts')?.detail).toBe('none; wrong now: No lead.');
  });
});

describe('the doctor’s look at this machine', () => {
  test.each<Case>([
    [
      'another Node',
      'Node',
      /^This is Node 22\.1\.0, but the site runs on Node 24/,
      ({ world }) => {
        world.node = '22.1.0';
      },
    ],
    [
      'a clock that is ahead',
      'clock',
      /clock is 10 minutes ahead/,
      ({ cloud }) => {
        const date = new Date(Date.now() - 600_000).toUTCString();
        cloud.on(`${siteHost}/`, () => pageOf(`https://${siteHost}/`, 200, { date }));
      },
    ],
  ])('finds %s', async (...broken) => {
    await expectFailure(...broken);
  });
});
