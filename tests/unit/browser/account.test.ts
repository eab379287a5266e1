import { expect, test, vi } from 'vitest';
import { AccountError, codeOf } from '../../../src/browser/account/errors.ts';
import { isOver, throughOutages } from '../../../src/browser/account/refresh.ts';
import { targetOf } from '../../../src/browser/account/target.ts';

const place = (address: string) => new URL(address);
const firebaseError = (code: string) => Object.assign(new Error(code), { code });

test('a key that was set at build time means the project, wherever the page is', () => {
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
  'without a key, %s asks its own emulator',
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
])('without a key, %s has nobody to ask, and no password is sent', (origin) => {
  expect(targetOf({}, place(origin))).toEqual({ kind: 'none' });
});

test('reads the code of an error, and of nothing else', () => {
  expect(codeOf(firebaseError('auth/invalid-credential'))).toBe('auth/invalid-credential');
  expect(codeOf(new AccountError('account/not-set-up'))).toBe('account/not-set-up');
  for (const other of [new Error('code'), { code: 'a' }, 'auth/a', undefined, null])
    expect(codeOf(other)).toBe('');
  expect(codeOf(Object.assign(new Error(), { code: 7 }))).toBe('');
});

test('an outage is waited out, from 200 ms on', async () => {
  const wait = vi.fn(() => Promise.resolve());
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(firebaseError('auth/network-request-failed'))
    .mockRejectedValueOnce(firebaseError('auth/network-request-failed'))
    .mockResolvedValue('token');
  expect(await throughOutages(ask, wait)).toBe('token');
  expect(wait.mock.calls).toEqual([[200], [400]]);
});

test('an outage that lasts is told', async () => {
  const ask = vi.fn(() => Promise.reject(firebaseError('auth/network-request-failed')));
  await expect(throughOutages(ask, () => Promise.resolve())).rejects.toThrow('network');
  expect(ask).toHaveBeenCalledTimes(4);
});

test('a refusal is not asked for twice', async () => {
  const ask = vi.fn(() => Promise.reject(firebaseError('auth/user-token-expired')));
  await expect(throughOutages(ask, () => Promise.resolve())).rejects.toThrow('expired');
  expect(ask).toHaveBeenCalledTimes(1);
});

test('revoked sessions are over, and those out of reach are not', () => {
  expect(isOver(firebaseError('auth/user-token-expired'))).toBe(true);
  expect(isOver(firebaseError('auth/user-disabled'))).toBe(true);
  expect(isOver(firebaseError('auth/network-request-failed'))).toBe(false);
  expect(isOver(firebaseError('auth/quota-exceeded'))).toBe(false);
  expect(isOver(new Error('anything'))).toBe(false);
});
