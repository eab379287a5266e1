/** `npm run grant-admin -- <email>`: gives the admin role to the account with this address. */
import { parseArgs } from 'node:util';
import { grantAdmin, readEnvironment } from './change-role.ts';
import { orSentence, StartError } from '../start-error.ts';

await orSentence(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { unverified: { type: 'boolean' }, env: { type: 'string' } },
  });
  const { unverified = false, env, ...others } = values;
  const [email, ...more] = positionals;
  if (!email || more.length > 0 || env === true || Object.keys(others).length > 0) {
    throw new StartError('Name one account: npm run grant-admin -- someone@example.com');
  }
  const { realAccounts } = readEnvironment(env || undefined);
  if (unverified && realAccounts) {
    throw new StartError(
      '--unverified is for the local emulator. In a real project an admin’s address must be verified.',
    );
  }
  console.log(await grantAdmin(email, { unverified: unverified === true }));
});
