import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { firebaseVerifier } from '../../../functions/auth/verify.ts';
import { Unavailable } from '../../../functions/unavailable.ts';
import { FakeGoogle, strangersKey } from '../../support/fake-google.ts';

let google: FakeGoogle;
let verify: Awaited<ReturnType<typeof firebaseVerifier>>;

beforeAll(async () => {
  google = await FakeGoogle.open();
});

beforeEach(async () => {
  google.isDown = false;
  google.accounts.clear();
  google.accounts.set('someone', {});
  verify = await firebaseVerifier(google.options);
});

afterAll(() => google[Symbol.asyncDispose]());

const ago = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

test('believes a token that Google has signed', async () => {
  expect(await verify(google.token())).toEqual({ uid: 'someone', email: 'someone@example.com' });
});

test.each([
  ['expired', () => google.token({ iat: ago(7200), exp: ago(3600) })],
  [
    "another project's",
    () => google.token({ aud: 'other', iss: 'https://securetoken.google.com/other' }),
  ],
  ["another issuer's", () => google.token({ iss: 'https://evil.example' })],
  ['signed by somebody else', () => google.token({}, { key: strangersKey })],
  ['tampered with', () => tamper(google.token())],
  ['unsigned, as the emulator makes them', () => google.token({}, { alg: 'none' })],
  ['signed with a public key as the secret', () => google.token({}, { alg: 'HS256' })],
  ['about nobody', () => google.token({ sub: '' })],
  ['about an account that is gone', () => google.token({ sub: 'nobody' })],
  ['no token', () => 'x'],
  ['half a token', () => google.token().slice(0, 100)],
])('does not believe one that is %s', async (_, token) => {
  expect(await verify(token())).toBeUndefined();
});

test('does not believe the token of an account that was closed', async () => {
  google.accounts.set('someone', { disabled: true });
  expect(await verify(google.token())).toBeUndefined();
});

test('does not believe the token of a session that was ended', async () => {
  google.accounts.set('someone', { validSince: String(ago(10)) });
  expect(await verify(google.token())).toBeUndefined();
});

test('says that it can not tell when Google is away', async () => {
  google.isDown = true;
  await expect(verify(google.token())).rejects.toThrow(Unavailable);
});

/** Another person in the same envelope. */
function tamper(token: string): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url');
  return `${String(head)}.${changed}.${String(signature)}`;
}
