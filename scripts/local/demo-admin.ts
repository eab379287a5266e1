import type { Auth } from 'firebase-admin/auth';
import type { Store } from '../../functions/store/port.ts';
import { adminRole } from '../../functions/auth/admins.ts';
import { codeOf } from './accounts.ts';

export const demoAdmin = {
  // Fixed, because the store keeps the role by uid while the emulator forgets its accounts.
  uid: 'demo-admin',
  email: 'admin@example.com',
  password: 'leadwright',
  emailVerified: true,
};

/** Creates the account if it doesn't exist, and makes it an admin. */
export async function makeDemoAdmin(accounts: Auth, store: Store): Promise<void> {
  const { uid } = await accounts.getUserByEmail(demoAdmin.email).catch((error: unknown) => {
    if (codeOf(error) !== 'auth/user-not-found') throw error;
    return accounts.createUser(demoAdmin);
  });
  await store.grantRole(uid, adminRole);
}
