import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../port.ts';
import { available, type Transactions } from './database.ts';

export function roles(
  database: DatabaseSync,
  { writing }: Transactions,
): Pick<Store, 'hasRole' | 'grantRole' | 'revokeRole'> {
  const select = database.prepare('SELECT 1 FROM user_roles WHERE user_id = ? AND role = ?');
  const insert = database.prepare(
    'INSERT INTO user_roles (user_id, role) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = database.prepare('DELETE FROM user_roles WHERE user_id = ? AND role = ?');

  return {
    hasRole: (userId, role) => available(() => select.get(userId, role) !== undefined),

    grantRole: (userId, role) =>
      writing(() => {
        insert.run(userId, role);
      }),

    revokeRole: (userId, role) =>
      writing(() => {
        remove.run(userId, role);
      }),
  };
}
