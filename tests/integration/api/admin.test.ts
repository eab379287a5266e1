import { describe, expect, test } from 'vitest';
import { access } from '../../../functions/auth/admins.ts';
import { alerts } from '../../../functions/watch/alerts.ts';
import { audit } from '../../../functions/audit/audit-log.ts';
import { erasePerson, erasedConsent } from '../../../functions/erasure/erase.ts';
import { doNotContact } from '../../../functions/privacy/do-not-contact.ts';
import { report } from '../../../functions/inbox/report.ts';
import { answerSubmission, archiveSubmission } from '../../../functions/inbox/answer.ts';
import { releaseSubmission } from '../../../functions/delivery/release.ts';
import { resendToWebhook } from '../../../functions/delivery/resend.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { consentCertificate } from '../../../functions/inbox/consent-certificate.ts';
import { submissionsCsv } from '../../../functions/inbox/submissions-csv.ts';
import { submissions } from '../../../functions/inbox/list.ts';
import { trialDelivery } from '../../../functions/delivery/trial.ts';
import { Unavailable } from '../../../functions/http/refusal.ts';
import { api } from '../../../src/shared/api.ts';
import { bearer, get, post } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

const calls = [
  { path: '/api/access', handler: access, ask: (headers = {}) => get('/api/access', headers) },
  {
    path: '/api/submissions',
    handler: submissions,
    ask: (headers = {}) => get('/api/submissions', headers),
  },
  {
    path: '/api/submissions.csv',
    handler: submissionsCsv,
    ask: (headers = {}) => get('/api/submissions.csv', headers),
  },
  {
    path: '/api/resend-to-webhook',
    handler: resendToWebhook,
    ask: (headers = {}) => post('/api/resend-to-webhook', { submissionId: 'x' }, headers),
  },
  { path: '/api/alerts', handler: alerts, ask: (headers = {}) => get('/api/alerts', headers) },
  { path: '/api/audit', handler: audit, ask: (headers = {}) => get('/api/audit', headers) },
  {
    path: '/api/report',
    handler: report,
    ask: (headers = {}) => get('/api/report?month=2026-11', headers),
  },
  {
    path: '/api/consent-certificate',
    handler: consentCertificate,
    ask: (headers = {}) => get('/api/consent-certificate?id=x', headers),
  },
  {
    path: '/api/erase-person',
    handler: erasePerson,
    ask: (headers = {}) => post('/api/erase-person', { email: 'dana@example.com' }, headers),
  },
  {
    path: '/api/release-submission',
    handler: releaseSubmission,
    ask: (headers = {}) => post('/api/release-submission', { submissionId: 'x' }, headers),
  },
  {
    path: '/api/answer-submission',
    handler: answerSubmission,
    ask: (headers = {}) =>
      post('/api/answer-submission', { submissionId: 'x', answered: true }, headers),
  },
  {
    path: '/api/archive-submission',
    handler: archiveSubmission,
    ask: (headers = {}) =>
      post('/api/archive-submission', { submissionId: 'x', archived: true }, headers),
  },
  {
    path: '/api/erased-consent',
    handler: erasedConsent,
    ask: (headers = {}) => post('/api/erased-consent', { email: 'dana@example.com' }, headers),
  },
  {
    path: '/api/do-not-contact',
    handler: doNotContact,
    ask: (headers = {}) =>
      post('/api/do-not-contact', { email: 'dana@example.com', on: true }, headers),
  },
  {
    path: '/api/test-delivery',
    handler: trialDelivery,
    ask: (headers = {}) => post('/api/test-delivery', {}, headers),
  },
  {
    path: '/api/test-delivery?id=x',
    handler: trialDelivery,
    ask: (headers = {}) => get('/api/test-delivery?id=x', headers),
  },
];

test('every path that is not for visitors or monitors is checked here', () => {
  const { submitContact, health, ...forAdmins } = api;
  const checked = new Set(calls.map(({ path }) => path.replace(/\?.*/, '')));
  expect([...checked].toSorted()).toEqual(Object.values(forAdmins).toSorted());
});

describe.each(calls)('$path', ({ handler, ask }) => {
  test('refuses users who are not signed in', async () => {
    await using world = aWorld();
    for (const headers of [{}, bearer('forged'), { authorization: 'Basic x' }]) {
      const response = await handler(ask(headers), world.deps);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toEqual({ error: 'Please sign in.' });
    }
  });

  test('refuses users without the role', async () => {
    await using world = aWorld();
    const token = await world.signIn();
    const response = await handler(ask(bearer(token)), world.deps);
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      error: 'Access denied. You need admin privileges.',
    });
  });

  test('refuses a user who lost the role, from the next call on', async () => {
    await using world = aWorld();
    const token = await world.signIn({ admin: true });
    const asked = async () => (await handler(ask(bearer(token)), world.deps)).status;
    expect(await asked()).not.toBe(403);
    await world.store.revokeRole(token.replace('token-of-', ''), 'admin');
    expect(await asked()).toBe(403);
  });

  test('refuses requests from other sites', async () => {
    await using world = aWorld();
    const token = await world.signIn({ admin: true });
    const headers = { ...bearer(token), origin: 'https://evil.example' };
    expect((await handler(ask(headers), world.deps)).status).toBe(403);
  });

  test('refuses other methods', async () => {
    await using world = aWorld();
    const token = await world.signIn({ admin: true });
    const request = new Request(ask(bearer(token)), { method: 'PUT', body: null });
    const response = await handler(request, world.deps);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toMatch(/^(?:GET|POST|GET, POST)$/);
  });

  test('answers 503 when tokens can’t be checked or the store can’t be reached', async () => {
    await using world = aWorld();
    const token = await world.signIn({ admin: true });
    const broken = [
      { verify: () => Promise.reject(new Unavailable('no network')) },
      { store: () => Promise.reject(new StoreUnavailable('no disk')) },
    ];
    for (const it of broken) {
      const response = await handler(ask(bearer(token)), { ...world.deps, ...it });
      expect(response.status).toBe(503);
      expect(await response.text()).not.toMatch(/network|disk/);
    }
  });
});

test('an admin has access until the role is revoked', async () => {
  await using world = aWorld();
  const token = await world.signIn({ admin: true });
  const response = await access(get('/api/access', bearer(token)), world.deps);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ role: 'admin' });
});
