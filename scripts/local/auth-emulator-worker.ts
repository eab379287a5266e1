/** Runs the Auth emulator: https://github.com/firebase/firebase-tools#using-as-a-module */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { workerData } from 'node:worker_threads';

// Must come before the import, which compiles a thousand files.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/auth-emulator'));
const { default: firebase } = await import('firebase-tools');

// Same as `firebase --debug`. Otherwise the module prints nothing, not even the links of its e-mails.
process.env.DEBUG = 'true';
firebase.logger.useConsoleLoggers();
await firebase.emulators.start({ ...(workerData as object), only: 'auth' });
