import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../functions/unavailable.ts';
import { type Env } from '../../../functions/variables.ts';
import {
  parseAlertTargets,
  parseHeldHours,
  parseSilence,
  parseWaitingHours,
  siteOf,
} from '../../../functions/watch/alert-settings.ts';

const netlify = { NETLIFY: 'true' };

const parsed = (env: Env) => ({
  targets: parseAlertTargets(env),
  waitingHours: parseWaitingHours(env),
  heldHours: parseHeldHours(env),
  watchesSilence: parseSilence(env),
  site: siteOf(env),
});

describe('the settings of alerts', () => {
  test('go to each address, from the address of the site', () => {
    const alerts = parsed({
      ...netlify,
      ALERT_URL: ' https://a.example/x  https://b.example/y',
      ALERT_WAITING_HOURS: '0',
      ALERT_HELD_HOURS: '9',
      ALERT_SILENCE: 'off',
      URL: 'https://x.netlify.app',
      SITE_URL: 'https://www.example.com',
    });
    expect(alerts.targets.map(({ url }) => url.href)).toEqual([
      'https://a.example/x',
      'https://b.example/y',
    ]);
    expect(alerts.targets.map(({ allowPrivate }) => allowPrivate)).toEqual([false, false]);
    expect(alerts).toMatchObject({
      waitingHours: 0,
      heldHours: 9,
      watchesSilence: false,
      site: 'https://www.example.com',
    });
  });

  test.each(['www.example.com', 'localhost:8888', 'mailto:me@example.com', 'file:///srv'])(
    'link to the address that Netlify knows if SITE_URL is "%s"',
    (SITE_URL) => {
      expect(parsed({ SITE_URL, URL: 'https://x.netlify.app' }).site).toBe('https://x.netlify.app');
      expect(parsed({ SITE_URL, PORT: '9000' }).site).toBe('http://localhost:9000');
    },
  );

  test.each([
    [{ ALERT_URL: 'https://a.example b' }, 'ALERT_URL must be a full address'],
    [{ ALERT_URL: 'http://a.example', ...netlify }, 'ALERT_URL must be'],
    [{ ALERT_WAITING_HOURS: 'four' }, 'ALERT_WAITING_HOURS must be a whole number'],
    [{ ALERT_HELD_HOURS: '901' }, 'ALERT_HELD_HOURS must be a whole number'],
    [{ ALERT_SILENCE: 'no' }, 'ALERT_SILENCE must be off, or not set.'],
  ])('are refused as %j', (env, sentence) => {
    expect(() => parsed(env)).toThrow(ConfigError);
    expect(() => parsed(env)).toThrow(sentence);
  });
});
