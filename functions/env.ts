import { addressesIn, parseAddress, type Listing } from './delivery/say.ts';
import { parseRights, parseSecrets, parseWebhook } from './delivery/webhook/webhook.ts';
import type { Storage } from './store/open.ts';
import { ConfigError } from './unavailable.ts';
import {
  dataFolder,
  isDeployed,
  type Env,
  parseSecret,
  parseServiceAccount,
  parseSite,
  parseSubmitLimit,
  type ServiceAccount,
  siteOf,
} from './variables.ts';

/** A setting is its value, or a sentence that says what is wrong with it. */
type Setting<T> = { value: T } | { wrong: string };

/** All settings of the site. It stores leads even if most of them are wrong, so none is a reason to throw. */
export function settingsIn(env: Env) {
  const wrong: string[] = [];
  /** A wrong setting counts as not set, or as `instead`. */
  const optional = <T>(parse: (env: Env) => T, instead?: T): T => {
    const setting = settingOf(parse, env);
    if ('value' in setting) return setting.value;
    wrong.push(setting.wrong);
    return instead ?? parse({});
  };
  /** A wrong address leaves the others. */
  const addresses = (name: Listing) =>
    addressesIn(name, env).flatMap((it) =>
      optional((given) => [parseAddress(name, it, given)], []),
    );
  return {
    services: settingOf(parseServices, env),
    webhook: settingOf(parseWebhook, env),
    /** The address that is told of opt-outs and erasures. While it is wrong, its messages wait. */
    rights: optional(parseRights, { state: 'wrong' }),
    /** Who is told of each new lead. */
    noticeTo: addresses('NOTICE_TO'),
    /** Leads older than this many days are erased; undefined: none are. */
    retentionDays: optional(parseRetention),
    submitLimit: optional(parseSubmitLimit),
    /**
     * The key of the hashes that are kept when a person's words are erased. It is a key of its own: under
     * another one, nobody on the do-not-contact list would be found again. Decision 0036.
     */
    privacyKey: optional((given) => parseSecret('PRIVACY_KEY', given)),
    /** What a monitor sends to see the whole report of /api/health. */
    healthToken: optional((given) => parseSecret('HEALTH_TOKEN', given)),
    /** The secrets that the texting tool signs opt-outs with. */
    optOutSecrets: optional((given) => parseSecrets('OPT_OUT_SECRET', given)),
    alerts: {
      /** Without any, the inbox alone shows what is wrong. */
      targets: addresses('ALERT_URL'),
      /** After how many business hours a lead has waited for an answer for too long. 0: never. */
      waitingHours: optional((given) => parseHours('ALERT_WAITING_HOURS', given)),
      /** The same for a lead that is held. */
      heldHours: optional((given) => parseHours('ALERT_HELD_HOURS', given)),
      /** Whether an unusually long time without leads is reported. */
      watchesSilence: optional(parseSilence),
      /** The site's own address, for links. */
      site: optional(parseSite, siteOf(env)),
      /** What is wrong with the optional ones, in sentences. */
      wrong,
    },
    /** Whether the canary comes each hour, and whether the webhook gets its lead. */
    canary: { isOn: isDeployed(env), delivers: env.CANARY_DELIVER === '1' },
  };
}

export type Settings = ReturnType<typeof settingsIn>;

/** The same for a command, which stops at the first wrong setting. */
export function parseEnv(env: Env) {
  const { services, webhook, ...others } = settingsIn(env);
  const values = { ...valueOf(services), webhook: valueOf(webhook), ...others };
  const [wrong] = others.alerts.wrong;
  if (wrong !== undefined) throw new ConfigError(wrong);
  return values;
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

/** Firebase reserves the prefix `demo-`: its tools then talk to emulators only. */
export const localProject = 'demo-leadwright';

/** The settings without which the site can't answer anything. */
export function parseServices(env: Env) {
  const deployed = isDeployed(env);
  const account = parseServiceAccount(env);
  return {
    storage: parseStorage(env, account, deployed),
    auth: parseAuth(env, account, deployed),
    keySource: account ? { privateKey: account.privateKey } : { folder: dataFolder(env) },
    /** The site runs on Netlify, not on a developer's machine. */
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

export type AuthSettings = ReturnType<typeof parseAuth>;

/** The project whose tokens are trusted: the account's, or without an account the emulator's. */
function parseAuth(env: Env, account: ServiceAccount | undefined, deployed: boolean) {
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST;
  if (emulator && deployed) {
    // firebase-admin reads it too, and would then accept unsigned tokens.
    throw new ConfigError('FIREBASE_AUTH_EMULATOR_HOST is set on a deployed site: remove it.');
  }
  const projectId = account?.projectId ?? (env.FIREBASE_PROJECT_ID || localProject);
  return { projectId, account: emulator ? undefined : account };
}

/** Delivery takes up to four days, or nine if the receiver asks for waits; the rest is to notice a fault. */
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

const usualHours = 4;
/** Twenty weeks of business hours. */
const mostHours = 900;

function parseHours(name: 'ALERT_WAITING_HOURS' | 'ALERT_HELD_HOURS', { [name]: text }: Env) {
  if (!text) return usualHours;
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours <= mostHours) return hours;
  throw new ConfigError(
    `${name} must be a whole number of business hours up to ${mostHours}, or 0 for never.`,
  );
}

function parseSilence({ ALERT_SILENCE: text }: Env): boolean {
  if (!text) return true;
  if (text === 'off') return false;
  throw new ConfigError('ALERT_SILENCE must be off, or not set.');
}
