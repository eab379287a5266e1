import type { TestProject } from 'vitest/node';
import { noEmulator, startFirestoreEmulator } from './servers/firestore-emulator.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if there is no emulator. */
    firestoreHost: string | null;
  }
}

/** One emulator for all files: it keeps the data of each project apart. */
export default async function setUpFirestore({ provide }: TestProject) {
  const emulator = await startFirestoreEmulator();
  if (!emulator && process.env.CI) throw new Error(noEmulator);
  if (!emulator) console.warn(noEmulator);
  provide('firestoreHost', emulator?.host ?? null);
  return emulator?.close;
}
