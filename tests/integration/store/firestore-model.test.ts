import { describe, expect, test } from 'vitest';
import { firestoreStore } from '../../../functions/store/firestore/engine.ts';
import { second } from '../../support/builders/record.ts';
import { arrives, clientOf, type Travel } from '../../simulator/firestore/client.ts';
import { Database } from '../../simulator/firestore/database.ts';
import { storeContract } from './contract.ts';

const databases = new Map<string, Database>();

function databaseNamed(name: string): Database {
  const database = databases.get(name) ?? new Database(() => undefined);
  databases.set(name, database);
  return database;
}

const clientTo = (name: string) => clientOf(databaseNamed(name), arrives);

/** The simulator is only useful if its Firestore behaves like the real one. */
storeContract(
  'the simulated Firestore',
  (name, log = console.log) => Promise.resolve(firestoreStore(clientTo(name), log)),
  async (name, id, fields) => {
    await clientTo(name).collection('contact_submissions').doc(id).update(fields);
  },
);

/** The emulator's tests show the same over the wire; these need no emulator. */
describe('the engine on the simulated Firestore', () => {
  const storeWith = (travel: Travel) =>
    firestoreStore(clientOf(new Database(() => undefined), travel), console.log);
  describe('a hit that can not be counted', () => {
    const limit = { count: 30, windowMs: 600_000 };
    const now = new Date(second(0));
    const refusing = (...codes: number[]): Travel => {
      let last = 0;
      return (name, apply) => {
        if (!name.startsWith('commit')) return arrives(name, apply);
        last = codes.shift() ?? last;
        return Promise.reject(Object.assign(new Error('No.'), { code: last }));
      };
    };

    test.each([
      ['its try is always too late', [10]],
      ['time runs out meanwhile', [9, 4]],
    ])('is over the limit if others keep coming first, and %s', async (_, codes) => {
      const admission = await storeWith(refusing(...codes)).admit('key', 'mark', limit, now);
      expect(admission).toEqual({ admitted: false, until: now.getTime() + 60_000 });
    });

    test('is an error if nobody came first', async () => {
      const admission = storeWith(refusing(14)).admit('key', 'mark', limit, now);
      await expect(admission).rejects.toMatchObject({ name: 'StoreUnavailable' });
    });
  });
});
