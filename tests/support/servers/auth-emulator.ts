/** One Auth emulator for all sites of a run, since loading it costs seconds of processor time. */
import { localProject } from '../../../functions/env.ts';
import { startAuthEmulator } from '../../../scripts/local/auth-emulator.ts';

const { host, ready } = await startAuthEmulator(localProject);
await ready;
console.log(`Auth on ${host}`);
