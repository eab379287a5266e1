/**
 * Runs `firebase emulators:start --only auth` and ends with the process that started it.
 * Arguments: a temporary folder, the project.
 */
import { rmSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import path from 'node:path';

const [folder = '', project = ''] = process.argv.slice(2);

const cleanUp = () => {
  rmSync(folder, { recursive: true, force: true });
};
process.on('exit', cleanUp);
// Nobody writes to its input, which ends when the parent process ends, even if it was killed.
process.stdin
  .on('end', () => {
    process.exit(0);
  })
  .resume();

// Compiled code of an earlier start.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/auth-emulator'));

// The emulator compiles a validator for each parameter of Google's API, and each time first the meta
// schema, to check that the parameter's schema is valid. That check takes two thirds of the startup time.
const fromEmulator = createRequire(import.meta.resolve('firebase-tools'));
const fromExegesis = createRequire(fromEmulator.resolve('exegesis'));
const { default: Ajv } = fromExegesis('ajv') as {
  default: { prototype: { validateSchema: () => true } };
};
Ajv.prototype.validateSchema = () => true;

process.argv.splice(2, Infinity, 'emulators:start', '--only=auth', `--project=${project}`);
// @ts-expect-error The command itself has no types.
await import('firebase-tools/lib/bin/firebase.js');
// The command writes its settings on exit, so clean up after that as well.
process.on('exit', cleanUp);
