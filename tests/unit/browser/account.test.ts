import { expect, test, vi } from 'vitest';
import { endsSession, retryOutages } from '../../../src/browser/account.ts';
import { targetOf } from '../../../src/browser/firebase.ts';

const firebaseError = (code: string) => Object.assign(new Error(code), { code });

const place = (address: string) => new URL(address);

test('an API key in the build selects the Firebase project on every host', () => {
  const settings = {
    PUBLIC_FIREBASE_API_KEY: ' key ',
    PUBLIC_FIREBASE_AUTH_DOMAIN: 'leadwright.firebaseapp.com',
  };
  for (const address of ['https://leadwright.example/auth', 'http://localhost:8888/auth'])
    expect(targetOf(settings, place(address))).toEqual({
      kind: 'project',
      apiKey: 'key',
      authDomain: 'leadwright.firebaseapp.com',
    });
});

test.each(['http://localhost:8888', 'http://127.0.0.1:1234', 'http://[::1]:8888'])(
  'without a key, %s uses its own emulator',
  (origin) => {
    expect(targetOf({}, place(`${origin}/auth`))).toEqual({ kind: 'emulator', origin });
    expect(targetOf({ PUBLIC_FIREBASE_API_KEY: '' }, place(origin)).kind).toBe('emulator');
  },
);

test.each([
  'https://leadwright.netlify.app',
  'https://localhost.example',
  'https://127.0.0.1.nip.io',
  'http://192.168.1.20:8888',
])('without a key, %s sends no password anywhere', (origin) => {
  expect(targetOf({}, place(origin))).toEqual({ kind: 'none' });
});

test('a token refresh is retried from 200 ms on, so it survives a short outage', async () => {
  const wait = vi.fn(() => Promise.resolve());
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(firebaseError('auth/network-request-failed'))
    .mockRejectedValueOnce(firebaseError('auth/network-request-failed'))
    .mockResolvedValue('token');
  expect(await retryOutages(ask, wait)).toBe('token');
  expect(wait.mock.calls).toEqual([[200], [400]]);
});

test.each([
  ['of the network', 'auth/network-request-failed'],
  ['of Firebase', 'auth/internal-error'],
])('a refresh fails after a long outage %s', async (_, code) => {
  const ask = vi.fn(() => Promise.reject(firebaseError(code)));
  await expect(retryOutages(ask, () => Promise.resolve())).rejects.toThrow(code);
  expect(ask).toHaveBeenCalledTimes(4);
});

test('a token refresh is not retried when the session has ended', async () => {
  const ask = vi.fn(() => Promise.reject(firebaseError('auth/user-token-expired')));
  await expect(retryOutages(ask, () => Promise.resolve())).rejects.toThrow();
  expect(ask).toHaveBeenCalledOnce();
});

test('a revoked session counts as ended, an unreachable one does not', () => {
  expect(endsSession(firebaseError('auth/user-token-expired'))).toBe(true);
  expect(endsSession(firebaseError('auth/user-disabled'))).toBe(true);
  expect(endsSession(firebaseError('auth/network-request-failed'))).toBe(false);
  expect(endsSession(firebaseError('auth/quota-exceeded'))).toBe(false);
  expect(endsSession(new Error('anything'))).toBe(false);
});
