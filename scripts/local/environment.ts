import { existsSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { readOrMake } from '../../functions/intake/keyed-hash.ts';
import { dataFolder } from '../../functions/env.ts';
import { ensure, orUsage, StartError } from '../command.ts';

/**
 * The settings in a file. Windows editors may add a byte order mark, which Node's parser would take for a part of
 * the first name, or save UTF-16, in which it would find no name at all.
 */
export function settingsOf(file: string): Record<string, string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    return parseEnv(text) as Record<string, string>;
  } catch (cause) {
    throw new StartError(`${file} can’t be read: check its name, and save it as UTF-8.`, { cause });
  }
}

/** Loads the given file, or .env if it exists. Variables of the shell win. */
export function loadSettings(file?: string): void {
  if (file === undefined && !existsSync('.env')) return;
  for (const [name, value] of Object.entries(settingsOf(file ?? '.env')))
    process.env[name] ??= value;
}

/** Loads the settings that `--env` names, or .env, and returns the command's `count` arguments. */
export function readArguments(usage: string, count = 0, args = process.argv.slice(2)): string[] {
  const { positionals, values } = orUsage(() => {
    const options = { env: { type: 'string' } } as const;
    const parsed = parseArgs({ args, allowPositionals: true, options });
    if (parsed.positionals.length !== count || parsed.positionals.includes(''))
      throw new TypeError(`${count} arguments are needed`);
    return parsed;
  }, usage);
  loadSettings(values.env);
  return positionals;
}

export const newKey = (): string => randomBytes(32).toString('hex');

/** A secret in the format of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** In the store's folder, so that the key persists with the store. */
export const privacyKeyFile = (env: NodeJS.ProcessEnv): string =>
  path.join(dataFolder(env), 'privacy.key');

/** Creates the privacy key of a local site, unless it has one or its folder can't be written. */
export async function addPrivacyKey(env: NodeJS.ProcessEnv): Promise<void> {
  env.PRIVACY_KEY ||= await readOrMake(privacyKeyFile(env), newKey).then(String, () => '');
}

/** Whether the settings name a real Firebase project. Throws if they are incomplete. */
export function usesRealAccounts(env: NodeJS.ProcessEnv): boolean {
  const account = Boolean(env.FIREBASE_SERVICE_ACCOUNT);
  ensure(
    !(account && env.FIREBASE_AUTH_EMULATOR_HOST),
    'FIREBASE_SERVICE_ACCOUNT and FIREBASE_AUTH_EMULATOR_HOST are both set: the emulator has none of the real accounts, so remove one of the two.',
  );
  const names = ['PUBLIC_FIREBASE_API_KEY', 'FIREBASE_SERVICE_ACCOUNT'];
  const [set, unset] = account ? names.toReversed() : names;
  ensure(
    account === Boolean(env.PUBLIC_FIREBASE_API_KEY),
    `${set} is set and ${unset} is not: set both to use a Firebase project, or neither to use the emulator.`,
  );
  return account;
}
