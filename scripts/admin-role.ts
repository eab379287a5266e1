/**
 * `npm run grant-admin -- <email>` creates an admin account with this address.
 * `npm run revoke-admin -- <email>` revokes the role from the next request on.
 */
import type { UserRecord } from 'firebase-admin/auth';
import { entryOf } from '../functions/audit/audit-log.ts';
import { adminRole } from '../functions/auth/admins.ts';
import { appOptions } from '../functions/auth/verify.ts';
import { parseEnv, type Values } from '../functions/env.ts';
import { foldEmail } from '../functions/store/record.ts';
import { commandLine } from '../src/shared/audit.ts';
import { parsePort } from './serve/listen.ts';
import { ensure, orSentence } from './command.ts';
import { readArguments, usesRealAccounts } from './local/environment.ts';
import { findAccount, makeAccount, openAccounts, ownerOptions } from './local/accounts.ts';
import { withStore } from './local/with-store.ts';

/**
 * Replaces an existing account, because an attacker may have signed up with the address of another person. Only
 * the printed link opens the new account.
 */
async function grantAdmin(email: string, settings: Values): Promise<string> {
  const accounts = openAccounts(await ownerOptions(settings.auth));
  const existing = await findAccount(accounts, email);
  const isAdmin =
    existing &&
    (await withStore(settings.storage, (store) => store.hasRole(existing.uid, adminRole, email)));
  if (isAdmin)
    return `${email} is an admin already, so nothing was changed. If somebody else may have made that account, run npm run revoke-admin first.`;
  const { uid, link } = await makeAccount(accounts, email, existing);
  await setRole({ uid, email }, true, settings);
  return [
    `${email} is an admin now.`,
    ...(existing ? [replaced(existing)] : []),
    `Send this link to ${email} and to nobody else. It sets the password of the new account, once and within the hour:`,
    link,
    'If it has run out, “Forgot your password?” at /auth mails another one.',
  ].join('\n');
}

function replaced({ metadata }: UserRecord): string {
  const last = metadata.lastRefreshTime ?? metadata.lastSignInTime;
  const used = last ? `last used ${last}` : 'never used';
  return `An account with this address was made ${metadata.creationTime} and ${used}. A new account took its place: the old password doesn't work any more, and the old sessions have ended.`;
}

async function revokeAdmin(email: string, settings: Values): Promise<string> {
  const account = await findAccount(openAccounts(appOptions(settings.auth)), email);
  // Includes accounts that had this address when they got the role, because their owners could change it back.
  const roles = await withStore(settings.storage, async (store) =>
    (await Array.fromAsync(store.all('user_roles'))).flat(),
  );
  const storedUids = roles.flatMap((entry) =>
    entry.kind === 'role' && entry.email === foldEmail(email) ? entry.user_id : [],
  );
  const uids = new Set([...storedUids, ...(account ? [account.uid] : [])]);
  ensure(uids.size > 0, `No account has the address ${email}.`);
  let changed = false;
  for (const uid of uids) if (await setRole({ uid, email }, false, settings)) changed = true;
  return changed ? `${email} is not an admin any more.` : `${email} was not an admin.`;
}

/** Returns whether the role changed. If it did, the audit log has an entry. */
const setRole = (
  { uid, email }: { uid: string; email: string },
  isAdmin: boolean,
  { storage }: Values,
): Promise<boolean> =>
  withStore(storage, (store) => {
    const event = { action: isAdmin ? 'granted' : 'revoked', user: uid } as const;
    const entry = entryOf(event, commandLine, {
      now: () => new Date(),
      newId: () => crypto.randomUUID(),
    });
    if (isAdmin) return store.grantRole(uid, adminRole, email, entry);
    return store.revokeRole(uid, adminRole, entry);
  });

const [command, ...args] = process.argv.slice(2);

await orSentence(async () => {
  const usage = `Name one account: npm run ${command}-admin -- <email> [--env <file>]`;
  const [email = ''] = readArguments(usage, 1, args);
  const { env } = process;
  // `npm start` forwards calls to its emulator, so the site's port is enough.
  if (!usesRealAccounts(env))
    env.FIREBASE_AUTH_EMULATOR_HOST ||= `localhost:${parsePort(env.PORT)}`;
  console.log(await (command === 'grant' ? grantAdmin : revokeAdmin)(email, parseEnv(env)));
});
