import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, parseEnv, type Settings } from '../../functions/env.ts';
import { StartError } from '../serve/start-error.ts';

/** Adds what .env has. What the shell has set stays. */
export function loadDotEnv(root: string): void {
  const file = path.join(root, '.env');
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (cause) {
    throw new StartError('.env is there and can’t be read: look at what it is and whose.', {
      cause,
    });
  }
}

export function readSettings(): Settings {
  try {
    return parseEnv(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}

/** Whether accounts are those of a real Firebase project. Refuses half of the settings for it. */
export function usesRealAccounts(env: NodeJS.ProcessEnv): boolean {
  const account = Boolean(env.FIREBASE_SERVICE_ACCOUNT);
  if (account && env.FIREBASE_AUTH_EMULATOR_HOST) {
    throw new StartError(
      'FIREBASE_SERVICE_ACCOUNT and FIREBASE_AUTH_EMULATOR_HOST are both set: the emulator knows none of the real accounts, so remove one of the two.',
    );
  }
  if (account === Boolean(env.PUBLIC_FIREBASE_API_KEY)) return account;
  const [set, unset] = account
    ? ['FIREBASE_SERVICE_ACCOUNT', 'PUBLIC_FIREBASE_API_KEY']
    : ['PUBLIC_FIREBASE_API_KEY', 'FIREBASE_SERVICE_ACCOUNT'];
  throw new StartError(
    `${set} is set and ${unset} is not: set both to use a Firebase project, or neither to use the emulator.`,
  );
}
