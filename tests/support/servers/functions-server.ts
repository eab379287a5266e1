import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Engine } from '../worlds/each-engine.ts';
import { RunningSite } from './running-site.ts';

const program = path.join(import.meta.dirname, 'functions-process.ts');

/** The functions in a process of their own, over an engine; without a webhook, unless it is named. */
export function startFunctions({ env }: Pick<Engine, 'env'>, webhook?: URL): Promise<RunningSite> {
  return RunningSite.ready(process.cwd(), {
    command: [process.execPath, program],
    env: {
      // All of the crowd come from this machine.
      SUBMIT_LIMIT: '1000/1s',
      ...env,
      // What was compiled once starts sooner.
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'leadwright-compiled'),
      WEBHOOK_URL: webhook?.href ?? '',
      WEBHOOK_SECRET: '',
    },
  });
}
