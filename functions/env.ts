import { parseWebhook } from './delivery/webhook/webhook.ts';
import type { KeySource } from './intake/keyed-hash.ts';
import { parseSubmitLimit } from './intake/rate-limiter.ts';
import { parsePrivacyKey } from './privacy/person-hash.ts';
import type { Storage } from './store/open.ts';
import { ConfigError } from './unavailable.ts';
import {
  dataFolder,
  isDeployed,
  type Env,
  parseServiceAccount,
  type ServiceAccount,
} from './variables.ts';
import {
  parseAlertTargets,
  parseHeldHours,
  parseSilence,
  parseWaitingHours,
  siteOf,
} from './watch/alert-settings.ts';
import { parseTimestampUrl } from './watch/witness.ts';

/** A setting is its value, or a sentence that says what is wrong with it. */
export type Setting<T> = { value: T } | { wrong: string };

/** All settings of the site. A wrong one is no reason to throw: the site stores leads without most of them. */
export const settingsIn = (env: Env) => ({
  services: settingOf(parseServices, env),
  webhook: settingOf(parseWebhook, env),
  /** Leads older than this many days are erased; undefined: none are. */
  retentionDays: settingOf(parseRetention, env),
  /** How often one network may submit. */
  limit: settingOf(parseSubmitLimit, env),
  /** The key of the do-not-contact list, if there is one. */
  privacyKey: settingOf(parsePrivacyKey, env),
  alertTargets: settingOf(parseAlertTargets, env),
  waitingHours: settingOf(parseWaitingHours, env),
  heldHours: settingOf(parseHeldHours, env),
  watchesSilence: settingOf(parseSilence, env),
  timestamps: settingOf(parseTimestampUrl, env),
  canary: parseCanary(env),
  site: siteOf(env),
});

export type Settings = ReturnType<typeof settingsIn>;

/** The values of the settings, for a command, which stops at the first wrong one. */
export function parseEnv(env: Env) {
  const { services, canary, site, ...others } = settingsIn(env);
  return { ...valueOf(services), ...valuesOf(others), canary, site };
}

export type Values = ReturnType<typeof parseEnv>;

function settingOf<T>(parse: (env: Env) => T, env: Env): Setting<T> {
  try {
    return { value: parse(env) };
  } catch (error) {
    if (error instanceof ConfigError) return { wrong: error.message };
    throw error;
  }
}

function valueOf<T>(setting: Setting<T>): T {
  if ('wrong' in setting) throw new ConfigError(setting.wrong);
  return setting.value;
}

type ValuesOf<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

const valuesOf = <S extends Record<string, Setting<unknown>>>(settings: S): ValuesOf<S> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, it]) => [name, valueOf(it)]),
  ) as ValuesOf<S>;

/** The settings without which the site can't answer anything. */
export interface Services {
  storage: Storage;
  auth: AuthSettings;
  /** The source of the key for keyed hashes. */
  keySource: KeySource;
  /** The site runs on Netlify, not on a developer's machine. */
  deployed: boolean;
}

/** The project whose tokens are trusted: the account's, or without an account the emulator's. */
export interface AuthSettings {
  projectId: string;
  account: ServiceAccount | undefined;
}

/** Firebase reserves the prefix `demo-`: its tools then talk to emulators only. */
export const localProject = 'demo-leadwright';

export function parseServices(env: Env): Services {
  const deployed = isDeployed(env);
  const account = parseServiceAccount(env);
  return {
    storage: parseStorage(env, account, deployed),
    auth: parseAuth(env, account, deployed),
    keySource: account ? { privateKey: account.privateKey } : { folder: dataFolder(env) },
    deployed,
  };
}

function parseStorage(env: Env, account: ServiceAccount | undefined, deployed: boolean): Storage {
  const host = env.FIRESTORE_EMULATOR_HOST;
  if (host && deployed) {
    throw new ConfigError('FIRESTORE_EMULATOR_HOST is set on a deployed site: remove it.');
  }
  if (host) {
    const projectId = env.FIREBASE_PROJECT_ID || localProject;
    return { engine: 'firestore', connection: { projectId, emulatorHost: host } };
  }
  if (account) return { engine: 'firestore', connection: account };
  if (deployed) {
    throw new ConfigError(
      'No storage is configured: set FIREBASE_SERVICE_ACCOUNT to the JSON of a service account that is allowed to use Firestore.',
    );
  }
  return { engine: 'sqlite', folder: dataFolder(env) };
}

function parseAuth(env: Env, account: ServiceAccount | undefined, deployed: boolean): AuthSettings {
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST;
  if (emulator && deployed) {
    // firebase-admin reads it too, and would then accept unsigned tokens.
    throw new ConfigError('FIREBASE_AUTH_EMULATOR_HOST is set on a deployed site: remove it.');
  }
  const projectId = account?.projectId ?? (env.FIREBASE_PROJECT_ID || localProject);
  return { projectId, account: emulator ? undefined : account };
}

/** Delivery takes up to four days, or ten if the receiver asks for waits; the rest is to notice a fault. */
const shortestRetention = 14;
const longestRetention = 3650;

export function parseRetention({ RETENTION_DAYS: text }: Env): number | undefined {
  if (!text) return undefined;
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= shortestRetention && days <= longestRetention) return days;
  throw new ConfigError(
    `RETENTION_DAYS must be a whole number of days from ${shortestRetention} to ${longestRetention}, or not set.`,
  );
}

/** The hourly visit by the canary, and whether the webhook gets its lead. */
const parseCanary = (env: Env) => ({
  isOn: isDeployed(env),
  delivers: env.CANARY_DELIVER === '1',
});
