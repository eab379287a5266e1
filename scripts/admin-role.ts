/**
 * `npm run grant-admin -- <email>` gives the admin role to the account with this address, and
 * `npm run revoke-admin -- <email>` takes it away, from the next call on.
 */
import { parseArgs } from 'node:util';
import { appendAction } from '../functions/audit/audit-log.ts';
import { adminRole } from '../functions/auth/admins.ts';
import { commandLine } from '../src/shared/audit.ts';
import { parsePort } from './serve/listen.ts';
import { orSentence, orUsage, StartError } from './command.ts';
import { loadSettings, readSettings, usesRealAccounts } from './local/environment.ts';
import { findAccount } from './local/accounts.ts';
import { withStore } from './local/with-store.ts';

/** Reads the file and what the shell has set, and whether the accounts are those of a real project. */
function readEnvironment(file?: string): { realAccounts: boolean } {
  loadSettings(file);
  const { env } = process;
  const realAccounts = usesRealAccounts(env);
  // npm start passes what is for the emulator on to it, so its port is enough.
  if (!realAccounts) {
    env.FIREBASE_AUTH_EMULATOR_HOST ||= `localhost:${String(parsePort(env.PORT))}`;
  }
  return { realAccounts };
}

/** Refuses an account whose address nobody proved: anyone may sign up as somebody's colleague. */
async function grantAdmin(email: string, unverified: boolean): Promise<string> {
  const { auth } = readSettings();
  const { uid, emailVerified } = await findAccount(email, auth);
  if (!emailVerified && !unverified) {
    throw new StartError(
      `The address ${email} is not verified: ask its owner to follow the link in the sign-up e-mail, and run this again. (An account of the local emulator gets no e-mail: add --unverified.)`,
    );
  }
  const changed = await setRole(uid, true);
  return changed ? `${email} is an admin now.` : `${email} is an admin already.`;
}

async function revokeAdmin(email: string): Promise<string> {
  const { auth } = readSettings();
  const { uid } = await findAccount(email, auth);
  const changed = await setRole(uid, false);
  return changed ? `${email} is not an admin any more.` : `${email} was not an admin.`;
}

/** Whether that was a change, which the audit log then has. */
const setRole = (uid: string, isAdmin: boolean): Promise<boolean> =>
  withStore(readSettings().storage, async (store) => {
    if ((await store.hasRole(uid, adminRole)) === isAdmin) return false;
    await appendAction({ action: isAdmin ? 'granted' : 'revoked', user: uid }, commandLine, {
      store: () => Promise.resolve(store),
      now: () => new Date(),
      newId: () => crypto.randomUUID(),
      // Nobody collects what a terminal shows.
      log: () => {},
    });
    await (isAdmin ? store.grantRole(uid, adminRole) : store.revokeRole(uid, adminRole));
    return true;
  });

const [command, ...args] = process.argv.slice(2);
const isGrant = command === 'grant';

const options = `[--env <file>]${isGrant ? ' [--unverified]' : ''}`;
const usage = `Name one account: npm run ${command}-admin -- <email> ${options}`;

function readArguments() {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { env: { type: 'string' }, unverified: { type: 'boolean', default: false } },
  });
  const [email, ...more] = positionals;
  const isKnown = isGrant || !values.unverified;
  if (!email || more.length > 0 || !isKnown) throw new TypeError('One account is needed');
  return { email, ...values };
}

await orSentence(async () => {
  const { email, env, unverified } = orUsage(readArguments, usage);
  const { realAccounts } = readEnvironment(env);
  if (unverified && realAccounts) {
    throw new StartError(
      '--unverified is for the local emulator. In a real project an admin’s address must be verified.',
    );
  }
  console.log(await (isGrant ? grantAdmin(email, unverified) : revokeAdmin(email)));
});
