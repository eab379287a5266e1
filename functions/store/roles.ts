import { entryWrites } from './audit.ts';
import { readers, roleId } from './collections.ts';
import { committed, put, type Engine, type Write } from './engine.ts';
import type { Store } from './port.ts';
import { foldEmail, isDocumentId } from './record.ts';

export const roles = (engine: Engine): Pick<Store, 'hasRole' | 'grantRole' | 'revokeRole'> => ({
  async hasRole(user_id, role, email) {
    const id = roleId({ user_id, role });
    const [found] = await engine.find('user_roles', [id]);
    const kept = found && readers.user_roles(id, found.value);
    if (kept?.kind !== 'role') return false;
    return email === undefined || !kept.email || kept.email === foldEmail(email);
  },

  async grantRole(user_id, role, email, entry) {
    const id = roleId({ user_id, role });
    if (!isDocumentId(id)) throw new TypeError('No user can have this id');
    const value = { user_id, role, ...(email && { email: foldEmail(email) }) };
    return committed(engine, async () => {
      const isFree = (await engine.find('user_roles', [id])).length === 0;
      const writes = [...entryWrites(entry), put('user_roles', id, value)];
      return { result: isFree, writes: isFree ? writes : [] };
    });
  },

  async revokeRole(user_id, role, entry) {
    const id = roleId({ user_id, role });
    if (!isDocumentId(id)) return false;
    const removed: Write = { kind: 'remove', within: 'user_roles', id };
    return committed(engine, async () => {
      const exists = (await engine.find('user_roles', [id])).length > 0;
      return { result: exists, writes: exists ? [...entryWrites(entry), removed] : [] };
    });
  },
});
