/**
 * The Auth emulator of firebase-tools, without the rest of that command line, which takes seconds to load.
 * It ends with the process that started it. Arguments: the project, the port.
 */
import { createServer, type RequestListener } from 'node:http';
import { createRequire, enableCompileCache } from 'node:module';
import path from 'node:path';

const [project = '', port = ''] = process.argv.slice(2);

// Nobody writes to its input, which ends when the parent process ends, even if it was killed.
process.stdin
  .on('end', () => {
    process.exit(0);
  })
  .resume();

// Compiled code of an earlier start.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/auth-emulator'));

const require = createRequire(import.meta.url);
const fromEmulator = createRequire(require.resolve('firebase-tools'));
const fromExegesis = createRequire(fromEmulator.resolve('exegesis'));

// The emulator compiles a validator for each parameter of Google's API, and each time first the meta
// schema, to check that the parameter's schema is valid. That check takes two thirds of the startup time.
const { default: Ajv } = fromExegesis('ajv') as {
  default: { prototype: { validateSchema: () => true } };
};
Ajv.prototype.validateSchema = () => true;

// The links that it would mail go to its log, which only the command line prints.
process.env.IS_FIREBASE_CLI = 'true';
const { useConsoleLoggers } = require('firebase-tools/lib/logger.js') as {
  useConsoleLoggers: () => void;
};
useConsoleLoggers();
const { createApp } = require('firebase-tools/lib/emulator/auth/server.js') as {
  createApp: (project: string) => Promise<RequestListener>;
};
createServer(await createApp(project)).listen(Number(port), '127.0.0.1');
