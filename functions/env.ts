import { type Webhook, parseWebhook } from './delivery/webhook/webhook.ts';
import type { KeySource } from './intake/keyed-hash.ts';
import { parseSubmitLimit } from './intake/rate-limit/settings.ts';
import type { Limit } from './store/hits.ts';
import { parsePrivacyKey } from './privacy/person-hash.ts';
import {
  ConfigError,
  dataFolder,
  isDeployed,
  type Env,
  parseServiceAccount,
  type ServiceAccount,
} from './settings/variables.ts';
import type { Storage } from './store/open.ts';
import {
  parseAlertTargets,
  parseSilence,
  parseWaitingHours,
  siteOf,
  type AlertSettings,
} from './watch/alert-settings.ts';

export interface Settings {
  storage: Storage;
  /** The project whose tokens are trusted: the account's, or without an account the emulator's. */
  auth: { projectId: string; account: ServiceAccount | undefined };
  webhook: Webhook;
  /** Leads older than this many days are erased; undefined: none are. */
  retentionDays: number | undefined;
  alerts: AlertSettings;
  /** How often one network may submit. */
  limit: Limit;
  /** The key of the do-not-contact list, if there is one. */
  privacyKey: string | undefined;
  /** The source of the key for keyed hashes. */
  keySource: KeySource;
  /** The site runs on Netlify, not on a developer's machine. */
  deployed: boolean;
  /** The hourly visit by the canary, and whether the webhook gets its lead. */
  canary: { isOn: boolean; delivers: boolean };
}

/** The settings without which the site can't answer anything. */
export type Services = Pick<Settings, 'storage' | 'auth' | 'keySource' | 'deployed' | 'canary'>;

/** Firebase reserves the prefix `demo-`: its tools then talk to emulators only. */
export const localProject = 'demo-leadwright';

export const parseEnv = (env: Env): Settings => ({
  ...parseServices(env),
  webhook: parseWebhook(env),
  retentionDays: parseRetention(env),
  limit: parseSubmitLimit(env),
  privacyKey: parsePrivacyKey(env),
  alerts: {
    targets: parseAlertTargets(env),
    waitingHours: parseWaitingHours(env),
    watchesSilence: parseSilence(env),
    site: siteOf(env),
    wrong: [],
  },
});

export function parseServices(env: Env): Services {
  const deployed = isDeployed(env);
  const account = parseServiceAccount(env);
  return {
    storage: parseStorage(env, account, deployed),
    auth: parseAuth(env, account, deployed),
    keySource: account ? { privateKey: account.privateKey } : { folder: dataFolder(env) },
    deployed,
    canary: parseCanary(env),
  };
}

export const parseCanary = (env: Env): Settings['canary'] => ({
  isOn: isDeployed(env),
  delivers: env.CANARY_DELIVER === '1',
});

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

function parseAuth(env: Env, account: ServiceAccount | undefined, deployed: boolean) {
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
