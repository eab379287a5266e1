/**
 * The Auth emulator of firebase-tools, without the rest of that command line, which takes seconds to load.
 * Says its port, and then that it answers.
 */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createRequire, enableCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

// Compiled code of an earlier start.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/auth-emulator'));

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.postMessage((server.address() as AddressInfo).port);

const require = createRequire(import.meta.url);
const fromEmulator = createRequire(require.resolve('firebase-tools'));
const fromExegesis = createRequire(fromEmulator.resolve('exegesis'));

// The emulator compiles a validator for each parameter of Google's API, and each time first the meta
// schema, to check that the parameter's schema is valid. That check takes two thirds of the startup time.
const { default: Ajv } = fromExegesis('ajv') as {
  default: { prototype: { validateSchema: () => true } };
};
Ajv.prototype.validateSchema = () => true;

// It compiles those of each call, too, and there are 80, of which the site makes these.
const called =
  /^\/(v1\/(accounts|token|projects\/{targetProjectId}\/accounts)|v2\/(passwordPolicy|recaptchaConfig)|emulator\/v1\/projects\/{targetProjectId}\/(accounts|config|oobCodes)$)/;
const { default: api } = require('firebase-tools/lib/emulator/auth/apiSpec.js') as {
  default: { paths: Record<string, unknown> };
};
api.paths = Object.fromEntries(Object.entries(api.paths).filter(([it]) => called.test(it)));

// The links that it would mail go to its log, which only the command line prints.
process.env.IS_FIREBASE_CLI = 'true';
const { useConsoleLoggers } = require('firebase-tools/lib/logger.js') as {
  useConsoleLoggers: () => void;
};
useConsoleLoggers();
const { createApp } = require('firebase-tools/lib/emulator/auth/server.js') as {
  createApp: (project: unknown) => Promise<RequestListener>;
};
server.on('request', await createApp(workerData));
parentPort?.postMessage('ready');
