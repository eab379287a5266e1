/**
 * The process of the Auth emulator: `firebase emulators:start --only auth`, tied to whoever
 * started it. Arguments: a folder of its own, the project.
 */
import { rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';

const [folder = '', project = ''] = process.argv.slice(2);

const cleanUp = () => {
  rmSync(folder, { recursive: true, force: true });
};
process.on('exit', cleanUp);
// Nothing is ever written to its input, which ends when the process that holds the other end
// does, in whatever way: a kill -9 leaves no time to say goodbye.
process.stdin
  .on('end', () => {
    process.exit(0);
  })
  .resume();

// Saves a quarter of the start.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/auth-emulator'));

process.argv.splice(2, Infinity, 'emulators:start', '--only=auth', `--project=${project}`);
// @ts-expect-error It is the command itself, which has no types.
await import('firebase-tools/lib/bin/firebase.js');
// The command writes its settings when it ends; this comes after it.
process.on('exit', cleanUp);
