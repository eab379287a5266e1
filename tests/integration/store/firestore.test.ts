import { describe, inject } from 'vitest';
import { openFirestore } from '../../../functions/store/firestore/store.ts';
import { storeContract } from './contract.ts';

const emulatorHost = inject('firestoreHost') ?? '';

describe.skipIf(emulatorHost === '')('on a real emulator', () => {
  storeContract('Firestore', (projectId) =>
    Promise.resolve(openFirestore({ projectId, emulatorHost }, console.log)),
  );
});
