/** `npm run revoke-admin -- <email>`: takes the role away, from the next call on. */
import { readEnvironment, revokeAdmin } from './change-role.ts';
import { orSentence, StartError } from '../start-error.ts';

await orSentence(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (!email || email.startsWith('-') || more.length > 0) {
    throw new StartError('Name one account: npm run revoke-admin -- someone@example.com');
  }
  readEnvironment();
  console.log(await revokeAdmin(email));
});
