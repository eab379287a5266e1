import { firestoreStore } from '../../../functions/store/firestore/engine.ts';
import { clientOf } from '../../simulator/firestore/client.ts';
import { Database } from '../../simulator/firestore/database.ts';
import { storeContract } from './contract.ts';

const databases = new Map<string, Database>();

function databaseNamed(name: string): Database {
  const database = databases.get(name) ?? new Database(() => undefined);
  databases.set(name, database);
  return database;
}

const clientTo = (name: string) => clientOf(databaseNamed(name), (_, apply) => Promise.try(apply));

/** The simulator is only useful if its Firestore behaves like the real one. */
storeContract(
  'the simulated Firestore',
  (name, log = console.log) => Promise.resolve(firestoreStore(clientTo(name), log)),
  async (name, id, fields) => {
    await clientTo(name).collection('contact_submissions').doc(id).update(fields);
  },
);
