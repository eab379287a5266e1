import { tmpdir } from 'node:os';
import path from 'node:path';
import { secrets } from '../builders/signed.ts';
import type { Engine } from '../worlds/each-engine.ts';
import { RunningSite } from './running-site.ts';

const program = path.join(import.meta.dirname, 'functions-process.ts');

/** The functions in a process of their own with an engine's data, and a webhook if one is given. */
export function startFunctions({ env }: Pick<Engine, 'env'>, webhook?: URL): Promise<RunningSite> {
  return RunningSite.ready(process.cwd(), {
    command: [process.execPath, program],
    env: {
      OPT_OUT_SECRET: secrets.join(' '),
      PRIVACY_KEY: 'the privacy key of the tests, and of nobody',
      // The whole crowd has this machine's address.
      SUBMIT_LIMIT: '1000/1s',
      ...env,
      // Compiled code starts faster.
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'leadwright-compiled'),
      WEBHOOK_URL: webhook?.href ?? '',
      WEBHOOK_SECRET: '',
    },
  });
}
