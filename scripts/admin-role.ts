/**
 * `npm run grant-admin -- <email>` gives the admin role to the account with this address, and
 * `npm run revoke-admin -- <email>` takes it away, from the next call on.
 */
import { appendAction } from '../functions/audit/audit-log.ts';
import { adminRole } from '../functions/auth/admins.ts';
import type { Values } from '../functions/env.ts';
import { commandLine } from '../src/shared/audit.ts';
import { parsePort } from './serve/listen.ts';
import { orSentence, StartError } from './command.ts';
import { readArgument, readSettings, usesRealAccounts } from './local/environment.ts';
import { findAccount } from './local/accounts.ts';
import { withStore } from './local/with-store.ts';

/** Refuses an account whose address nobody proved: anyone may sign up as somebody's colleague. */
async function grantAdmin(email: string, settings: Values): Promise<string> {
  const { uid, emailVerified } = await findAccount(email, settings.auth);
  if (!emailVerified) {
    throw new StartError(
      `The address ${email} is not verified: ask its owner to follow the link in the sign-up e-mail, and run this again. (npm start prints the link.)`,
    );
  }
  const changed = await setRole(uid, true, settings);
  return changed ? `${email} is an admin now.` : `${email} is an admin already.`;
}

async function revokeAdmin(email: string, settings: Values): Promise<string> {
  const { uid } = await findAccount(email, settings.auth);
  const changed = await setRole(uid, false, settings);
  return changed ? `${email} is not an admin any more.` : `${email} was not an admin.`;
}

/** Whether that was a change, which the audit log then has. */
const setRole = (uid: string, isAdmin: boolean, { storage }: Values): Promise<boolean> =>
  withStore(storage, async (store) => {
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

await orSentence(async () => {
  const usage = `Name one account: npm run ${command}-admin -- <email> [--env <file>]`;
  const email = readArgument(usage, args);
  const { env } = process;
  // npm start passes what is for the emulator on to it, so its port is enough.
  if (!usesRealAccounts(env))
    env.FIREBASE_AUTH_EMULATOR_HOST ||= `localhost:${parsePort(env.PORT)}`;
  console.log(await (command === 'grant' ? grantAdmin : revokeAdmin)(email, readSettings()));
});
