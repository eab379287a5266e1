/** `npm run grant-admin -- <email>`: makes an admin of whoever has an account with this address. */
import { adminRole } from '../functions/auth/admins.ts';
import { log } from '../functions/log.ts';
import { openStore } from '../functions/store/open.ts';
import { findAccount } from './local/find-account.ts';
import { loadDotEnv, readSettings, usesRealAccounts } from './local/environment.ts';
import { orSentence } from './sentence.ts';
import { parsePort } from './serve/port.ts';
import { StartError } from './serve/start-error.ts';

await orSentence(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) {
    throw new StartError('Say whom, and no more: npm run grant-admin -- someone@example.com');
  }
  loadDotEnv(process.cwd());
  const { env } = process;
  if (!usesRealAccounts(env)) {
    // npm start passes what is for the emulator on to it, so its own address is all one must know.
    env.FIREBASE_AUTH_EMULATOR_HOST ||= `localhost:${String(parsePort(env.PORT))}`;
  }
  const { auth, storage } = readSettings();
  const { uid, emailVerified } = await findAccount(email, auth);
  const store = await openStore(storage, log);
  await store.grantRole(uid, adminRole).finally(() => store.close());
  console.log(`${email} is an admin now.`);
  if (!emailVerified) {
    console.log('Nobody has shown yet that this address is theirs: it is not verified.');
  }
});
