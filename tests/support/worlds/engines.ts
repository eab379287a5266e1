import { inject } from 'vitest';

interface Engine {
  engine: string;
  emulatorHost?: string;
}

const emulatorHost = inject('firestoreHost');

/** For `describe.each`: the one that is always here, and Firestore where there is an emulator. */
export const engines: Engine[] = [
  { engine: 'SQLite' },
  ...(emulatorHost === null ? [] : [{ engine: 'Firestore', emulatorHost }]),
];
