import { auth, leastPassword } from '../../copy/auth.ts';
import { codeOf } from '../before-firebase.ts';

const { problems } = auth;

export interface Credentials {
  email: string;
  password: string;
}

export type Mode = keyof typeof auth.modes;
export type Work = Mode | 'reset';

export interface Problem {
  text: string;
  /** The field that is wrong; undefined if the problem isn't about one field. */
  field?: keyof Credentials;
}

/** Catches obvious mistakes; Firebase checks the rest. */
const address = /^[^\s@]+@[^\s@]+$/;

/** The first problem that can be found without asking Firebase. */
export function problemIn({ email, password }: Credentials, work: Work): Problem | undefined {
  if (email === '') return { field: 'email', text: problems.emailMissing };
  if (!address.test(email)) return { field: 'email', text: problems.emailInvalid };
  if (work === 'reset') return undefined;
  if (password === '') return { field: 'password', text: problems.passwordMissing };
  if (password.length < leastPassword) return { field: 'password', text: problems.passwordShort };
  return undefined;
}

const credentials: Problem = { field: 'password', text: problems.credentials };
const invalid: Problem = { field: 'email', text: problems.emailInvalid };
const weak: Problem = { field: 'password', text: problems.weak };
const network: Problem = { text: problems.network };
const notSetUp: Problem = { text: problems.notSetUp };

const byCode = new Map<string, Problem>(
  Object.entries<Problem>({
    'auth/invalid-credential': credentials,
    // The emulator, and projects without e-mail enumeration protection, answer with these two.
    'auth/wrong-password': credentials,
    'auth/user-not-found': credentials,
    'auth/email-already-in-use': { field: 'email', text: problems.taken },
    'auth/invalid-email': invalid,
    'auth/missing-email': invalid,
    'auth/weak-password': weak,
    'auth/password-does-not-meet-requirements': weak,
    'auth/too-many-requests': { text: problems.tooMany },
    'auth/user-disabled': { text: problems.disabled },
    'auth/admin-restricted-operation': { text: problems.closed },
    'auth/network-request-failed': network,
    'account/not-loaded': network,
    'auth/operation-not-allowed': notSetUp,
    'auth/api-key-not-valid.-please-pass-a-valid-api-key.': notSetUp,
    'account/not-set-up': notSetUp,
    'account/no-storage': { text: problems.noStorage },
  }),
);

/** Turns an error of Firebase, or of ours, into a sentence. */
export function problemOf(error: unknown): Problem {
  return byCode.get(codeOf(error)) ?? { text: problems.other };
}

/** Problems that don't reveal whether the address has an account. */
const safeToShow = [invalid, network, notSetUp];

/** Undefined: answer as if the mail was sent. */
export function problemOfReset(error: unknown): Problem | undefined {
  const problem = problemOf(error);
  return safeToShow.includes(problem) ? problem : undefined;
}
