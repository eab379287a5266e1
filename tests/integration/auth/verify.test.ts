import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { firebaseVerifier } from '../../../functions/auth/verify.ts';
import { Unavailable } from '../../../functions/unavailable.ts';
import { FakeGoogle, newKeys } from '../../support/servers/fake-google.ts';

let google: FakeGoogle;
let verify: ReturnType<typeof firebaseVerifier>;

beforeAll(async () => {
  google = await FakeGoogle.open();
});

beforeEach(() => {
  google.isDown = false;
  google.accounts.clear();
  google.accounts.set('someone', {});
  verify = firebaseVerifier(google.options);
});

afterAll(() => google[Symbol.asyncDispose]());

const ago = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

function tokenOf(account: { disabled?: boolean; validSince?: string }): string {
  google.accounts.set('someone', account);
  return google.token();
}

test('the verifier accepts a token that Google signed', async () => {
  expect(await verify(google.token())).toEqual({ uid: 'someone', email: 'someone@example.com' });
});

test.each([
  ['expired', () => google.token({ iat: ago(7200), exp: ago(3600) })],
  [
    "another project's",
    () => google.token({ aud: 'other', iss: 'https://securetoken.google.com/other' }),
  ],
  ['signed by somebody else', () => google.token({}, { key: newKeys().privateKey })],
  ['tampered with', () => tamper(google.token())],
  ['unsigned, as the emulator makes them', () => google.token({}, { alg: 'none' })],
  ['signed with a public key as the secret', () => google.token({}, { alg: 'HS256' })],
  ['about nobody', () => google.token({ sub: '' })],
  ['about an account that is gone', () => google.token({ sub: 'nobody' })],
  ['of a closed account', () => tokenOf({ disabled: true })],
  ['of an ended session', () => tokenOf({ validSince: String(ago(10)) })],
  ['no token', () => 'x'],
  ['with a payload that is not JSON', () => withPayload(google.token(), '{"sub":')],
  ['with a payload that is no object', () => withPayload(google.token(), 'null')],
])('the verifier rejects a token that is %s', async (_, token) => {
  expect(await verify(token())).toBeUndefined();
});

test('the verifier reports that it is unavailable when Google is', async () => {
  google.isDown = true;
  await expect(verify(google.token())).rejects.toThrow(Unavailable);
});

describe('any text as a token', () => {
  const encoded = (text: fc.Arbitrary<string>) =>
    text.map((it) => Buffer.from(it).toString('base64url'));
  const json = encoded(fc.oneof(fc.json(), fc.string(), fc.constantFrom('null', '{}', '{"sub":')));
  const head = fc.record({
    alg: fc.constantFrom('RS256', 'HS256', 'none', null),
    kid: fc.constantFrom('current', 'toString', 7, {}),
  });
  const times = fc.oneof(fc.integer(), fc.string(), fc.constant(9e9));
  const anyToken = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(json, fc.string()), { maxLength: 4 }).map((parts) => parts.join('.')),
    fc.tuple(encoded(head.map((it) => JSON.stringify(it))), json, json).map((it) => it.join('.')),
    // Google signed it, but it has no user id.
    fc.record({ exp: times, iat: times }).map((it) => google.token({ sub: 'nobody', ...it })),
  );

  const always = (promise: (token: string) => Promise<void>) =>
    fc.assert(fc.asyncProperty(anyToken, promise), { numRuns: 500 });

  test('is rejected without an exception, with Google’s keys', () =>
    always(async (token) => {
      expect(await verify(token)).toBeUndefined();
    }));

  test('causes no exception with the emulator, which accepts unsigned tokens', async () => {
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', google.host);
    verify = firebaseVerifier({ projectId: google.projectId });
    const token = google.token({}, { alg: 'none' });
    expect(await verify(token)).toMatchObject({ uid: 'someone' });
    expect(await verify(withPayload(token, 'null'))).toBeUndefined();
    await always(async (any) => {
      await expect(verify(any)).resolves.not.toThrow();
    });
  });
});

const withPayload = (token: string, payload: string): string =>
  token.replace(/\.[^.]*\./, `.${Buffer.from(payload).toString('base64url')}.`);

/** The same header and signature with another user. */
function tamper(token: string): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url');
  return `${String(head)}.${changed}.${String(signature)}`;
}
