import type { Auth } from 'firebase-admin/auth';
import type { Store } from '../../functions/store/port.ts';
import { adminRole } from '../../functions/auth/admins.ts';
import { codeOf } from './accounts.ts';

export const demoAdmin = {
  // Fixed, so that the role which the store keeps finds the account that the emulator forgot.
  uid: 'demo-admin',
  email: 'admin@example.com',
  password: 'leadwright',
  emailVerified: true,
};

/** Makes the account where it is not there yet, and gives it the role. */
export async function makeDemoAdmin(accounts: Auth, store: Store): Promise<void> {
  const { uid } = await accounts.getUserByEmail(demoAdmin.email).catch((error: unknown) => {
    if (codeOf(error) !== 'auth/user-not-found') throw error;
    return accounts.createUser(demoAdmin);
  });
  await store.grantRole(uid, adminRole);
}
