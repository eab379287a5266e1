import { describe, expect, test } from 'vitest';
import { opened, type Open } from './opened.ts';

export function roleContract(open: Open): void {
  describe('a role', () => {
    test('is nobody’s until it is granted', async () => {
      const store = await opened(open);
      expect(await store.hasRole('dana', 'admin')).toBe(false);
      await store.grantRole('dana', 'admin');
      expect(await store.hasRole('dana', 'admin')).toBe(true);
    });

    test('may be granted again', async () => {
      const store = await opened(open);
      await store.grantRole('dana', 'admin');
      await store.grantRole('dana', 'admin');
      expect(await store.hasRole('dana', 'admin')).toBe(true);
    });

    test('is gone once it is revoked, from that user only, and may be granted again', async () => {
      const store = await opened(open);
      await store.revokeRole('dana', 'admin');
      for (const user of ['dana', 'lee']) await store.grantRole(user, 'admin');
      await store.revokeRole('dana', 'editor');
      expect(await store.hasRole('dana', 'admin')).toBe(true);
      await store.revokeRole('dana', 'admin');
      expect(await store.hasRole('dana', 'admin')).toBe(false);
      expect(await store.hasRole('lee', 'admin')).toBe(true);
      expect((await store.rolesAfter(undefined, 5)).found).toHaveLength(1);
      await store.grantRole('dana', 'admin');
      expect(await store.hasRole('dana', 'admin')).toBe(true);
    });

    test('belongs to one user, and is no other role', async () => {
      const store = await opened(open);
      await store.grantRole('dana', 'admin');
      expect(await store.hasRole('dan', 'admin')).toBe(false);
      expect(await store.hasRole('Dana', 'admin')).toBe(false);
      expect(await store.hasRole('dana', 'editor')).toBe(false);
      expect(await store.hasRole('', 'dana_admin')).toBe(false);
    });

    test.each(['', '..', 'a/b', '__dana', 'x'.repeat(2000)])(
      'is not for an id that no user has: %j',
      async (userId) => {
        const store = await opened(open);
        expect(await store.hasRole(userId, 'admin')).toBe(false);
      },
    );
  });
}
