import { inject } from 'vitest';

interface Engine {
  engine: string;
  emulatorHost?: string;
}

const emulatorHost = inject('firestoreHost');

/** For `describe.each`: SQLite, and Firestore if there is an emulator. */
export const engines: Engine[] = [
  { engine: 'SQLite' },
  ...(emulatorHost === null ? [] : [{ engine: 'Firestore', emulatorHost }]),
];
