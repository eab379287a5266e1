/** Runs the Auth emulator: https://github.com/firebase/firebase-tools#using-as-a-module */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { workerData } from 'node:worker_threads';

// Before the import, which compiles a thousand files.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/auth-emulator'));
const { default: firebase } = await import('firebase-tools');

// As with `firebase --debug`: without it, the module prints nothing, not even the links that it would mail.
process.env.DEBUG = 'true';
firebase.logger.useConsoleLoggers();
await firebase.emulators.start({ ...(workerData as object), only: 'auth' });
