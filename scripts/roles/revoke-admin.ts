/** `npm run revoke-admin -- <email>`: takes the role away, from the next call on. */
import { parseArgs } from 'node:util';
import { readEnvironment, revokeAdmin } from './change-role.ts';
import { orSentence, StartError } from '../start-error.ts';

await orSentence(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { env: { type: 'string' } },
  });
  const { env, ...others } = values;
  const [email, ...more] = positionals;
  if (!email || more.length > 0 || env === true || Object.keys(others).length > 0) {
    throw new StartError('Name one account: npm run revoke-admin -- someone@example.com');
  }
  readEnvironment(env || undefined);
  console.log(await revokeAdmin(email));
});
