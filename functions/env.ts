/** Parses each environment variable, once. A `ConfigError` states the expected format and never quotes a secret. */
import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import { isEmail } from '../src/shared/contact.ts';
import { jsonIn } from '../src/shared/json.ts';
import { chatAt, chatNames } from './delivery/chats.ts';
import { credentialsIn, wrongServer } from './delivery/mail/settings.ts';
import type { MoreFields, Target, Webhook } from './delivery/webhook/webhook.ts';
import { hour, minute, second } from './durations.ts';
import type { Storage } from './store/open-store.ts';
import type { Limit } from './store/port.ts';
import { ConfigError } from './unavailable.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** `wrong` is a sentence for the person who deploys. */
type Setting<T> = { value: T } | { wrong: string };

/** Throws no `ConfigError`: the site must store leads even if most of its settings are wrong. */
export function settingsIn(env: Env) {
  const wrong: string[] = [];
  /** Replaces a wrong setting by the fallback or, without one, by the default of an unset variable. */
  const optional = <T>(parse: (env: Env) => T, fallback?: T): T => {
    const setting = settingOf(parse, env);
    if ('value' in setting) return setting.value;
    wrong.push(setting.wrong);
    return fallback ?? parse({});
  };
  /** A wrong address doesn't affect the other addresses. */
  const addresses = (name: Listing) =>
    addressesIn(name, env).flatMap((address) =>
      optional((variables) => [parseAddress(name, address, variables)], []),
    );
  return {
    services: settingOf(parseServices, env),
    webhook: settingOf(parseWebhook, env),
    /** Receives opt-outs and erasures. While the setting is wrong, its messages wait. */
    rights: optional(parseRights, { state: 'wrong' }),
    /** Receive notices of new leads and due calls. */
    noticeTo: addresses('NOTICE_TO'),
    /** Leads older than this many days are erased. Undefined: no limit. */
    retentionDays: optional(parseRetention),
    submitLimit: optional(parseSubmitLimit),
    /** A separate key, because a changed key makes the do-not-contact list unreadable. Decision 0036. */
    privacyKey: optional((variables) => parseSecret('PRIVACY_KEY', variables)),
    /** A monitor sends this token to get the full report of /api/health. */
    healthToken: optional((variables) => parseSecret('HEALTH_TOKEN', variables)),
    /** The texting tool signs opt-outs with one of these. */
    optOutSecrets: optional((variables) => parseSecrets('OPT_OUT_SECRET', variables)),
    alerts: {
      /** If empty, only the inbox shows trouble. */
      targets: addresses('ALERT_URL'),
      /** Business hours after which an unanswered lead is reported. 0: never. */
      waitingHours: optional((variables) => parseHours('ALERT_WAITING_HOURS', variables)),
      /** Business hours after which a held lead is reported. 0: never. */
      heldHours: optional((variables) => parseHours('ALERT_HELD_HOURS', variables)),
      watchesSilence: optional(parseSilence),
      site: optional(parseSite, siteOf(env)),
      /** One sentence for each wrong setting that is optional. */
      wrong,
    },
    /** The canary visits deployed sites only. */
    canary: { isOn: isDeployed(env) },
  };
}

export type Settings = ReturnType<typeof settingsIn>;

/** For commands: throws at the first wrong setting. */
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

/** Undefined if the variable is unset or empty. */
function read<T>(
  env: Env,
  name: string,
  schema: z.ZodMiniType<T, string>,
  requirement: string,
): T | undefined {
  const { [name]: text } = env;
  if (!text) return undefined;
  const { data, success } = schema.safeParse(text);
  if (success) return data;
  throw new ConfigError(`${name} must ${requirement}`);
}

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/)),
    z.pipe(z.transform(Number), z.number().check(z.gte(least), z.lte(most))),
  );

const listOf = <T>(item: z.ZodMiniType<T, string>, separator: RegExp) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(separator).filter(Boolean)),
    ),
    z.array(item),
  );

// Where the site runs

/** Netlify sets the first variable during a build. AWS sets the others where functions run. */
export const isDeployed = (env: Env): boolean =>
  Boolean(env.NETLIFY || env.AWS_LAMBDA_FUNCTION_NAME || env.LAMBDA_TASK_ROOT);

/** Port of the local site, unless PORT is set. */
export const usualPort = 8888;

/** URL.parse accepts `example.com:443`, with `example.com:` as the protocol. */
export function siteAt(address = ''): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** Netlify sets URL. */
const siteOf = (env: Env): string =>
  siteAt(env.SITE_URL) ?? siteAt(env.URL) ?? `http://localhost:${env.PORT || usualPort}`;

function parseSite(env: Env): string {
  const variables = { SITE_URL: env.SITE_URL || env.URL };
  const isAddress = z.string().check(z.refine((it) => siteAt(it) !== undefined));
  read(variables, 'SITE_URL', isAddress, 'be a full address, as in https://www.example.com.');
  return siteOf(env);
}

export const dataFolder = (env: Env): string => env.DATA_DIR || '.data';

// Firebase

export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  privateKey: string;
}

const text = z.string().check(z.minLength(1));

const accountSchema = z.pipe(
  z.pipe(z.string(), z.transform(jsonIn)),
  z.object({
    project_id: text,
    client_email: text,
    private_key: text.check(z.refine(isPrivateKey)),
  }),
);

function parseServiceAccount(env: Env): ServiceAccount | undefined {
  const account = read(
    env,
    'FIREBASE_SERVICE_ACCOUNT',
    accountSchema,
    'be the JSON of a service account as you downloaded it, on one line and between single quotes, with project_id, client_email and a valid private_key.',
  );
  if (!account) return undefined;
  const { project_id, client_email, private_key } = account;
  const { FIREBASE_PROJECT_ID: projectId } = env;
  if (projectId && projectId !== project_id) {
    throw new ConfigError(
      `FIREBASE_PROJECT_ID is "${projectId}", but the service account belongs to "${project_id}": set it to that or remove it.`,
    );
  }
  return { projectId: project_id, clientEmail: client_email, privateKey: private_key };
}

function isPrivateKey(key: string): boolean {
  try {
    createPrivateKey(key);
    return true;
  } catch {
    // The usual reason: its line breaks are escaped twice.
    return false;
  }
}

/** Firebase reserves the prefix `demo-`: its tools then use only emulators. */
export const localProject = 'demo-leadwright';

/** Settings without which the site can't answer any call. */
export function parseServices(env: Env) {
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

export type AuthSettings = ReturnType<typeof parseAuth>;

/** Trusts the tokens of the account's project, or of the emulator's project if there is no account. */
function parseAuth(env: Env, account: ServiceAccount | undefined, deployed: boolean) {
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST;
  if (emulator && deployed) {
    // firebase-admin also reads this variable, and would accept unsigned tokens.
    throw new ConfigError('FIREBASE_AUTH_EMULATOR_HOST is set on a deployed site: remove it.');
  }
  const projectId = account?.projectId ?? (env.FIREBASE_PROJECT_ID || localProject);
  return { projectId, account: emulator ? undefined : account };
}

// Secrets

const shortestSecret = 32;

const parseSecret = (name: 'PRIVACY_KEY' | 'HEALTH_TOKEN', { [name]: value }: Env) =>
  read(
    { [name]: value?.trim() },
    name,
    z.string().check(z.minLength(shortestSecret)),
    `have at least ${shortestSecret} characters: make one with openssl rand -hex 32.`,
  );

/** Newest first. */
const parseSecrets = (name: 'WEBHOOK_SECRET' | 'OPT_OUT_SECRET', env: Env): string[] =>
  read(
    env,
    name,
    listOf(z.string().check(z.refine(isSigningSecret)), /\s/),
    'be whsec_ followed by 24 to 64 bytes in base64, such as the output of openssl rand -base64 32; separate several with spaces.',
  ) ?? [];

function isSigningSecret(secret: string): boolean {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const { length } = Buffer.from(encoded ?? '', 'base64');
  return length >= 24 && length <= 64;
}

// Numbers and choices

/**
 * Ten tries take about three days (`schedule.ts`), up to four with jitter and late runs, or nine if the receiver asks
 * for the longest waits. The rest is time to notice a fault.
 */
const shortestRetention = 14;
const longestRetention = 3650;

export const parseRetention = (env: Env): number | undefined =>
  read(
    env,
    'RETENTION_DAYS',
    wholeNumber(shortestRetention, longestRetention),
    `be a whole number of days from ${shortestRetention} to ${longestRetention}, or not set.`,
  );

const usualHours = 4;
/** Twenty weeks of business hours. */
const mostHours = 900;

const parseHours = (name: 'ALERT_WAITING_HOURS' | 'ALERT_HELD_HOURS', env: Env): number =>
  read(
    env,
    name,
    wholeNumber(0, mostHours),
    `be a whole number of business hours up to ${mostHours}, or 0 for never.`,
  ) ?? usualHours;

const parseSilence = (env: Env): boolean =>
  read(env, 'ALERT_SILENCE', z.literal('off'), 'be off, or not set.') === undefined;

/** An office with one address sends fewer forms. A flood sends this many within a second. */
const usualLimit = '30/10m';

const units = { s: second, m: minute, h: hour } as const;
/** All hits of a network are in one document, whose size is limited. */
const mostCount = 5000;

const limitSchema = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,9}\/\d{1,9}[smh]$/)),
    z.transform((limit) => {
      const [count, length] = limit.split('/').map((it) => Number.parseInt(it, 10));
      const unit = units[limit.at(-1) as keyof typeof units];
      return { count, windowMs: Number(length) * unit };
    }),
  ),
  z.object({
    count: z.number().check(z.gte(1), z.lte(mostCount)),
    windowMs: z.number().check(z.gte(second), z.lte(24 * hour)),
  }),
);

export const parseSubmitLimit = (env: Env): Limit =>
  read(
    env,
    'SUBMIT_LIMIT',
    limitSchema,
    `look like ${usualLimit}, which means 30 forms in 10 minutes: at most ${mostCount}, and s, m or h up to 24h.`,
  ) ?? limitSchema.parse(usualLimit);

// Where leads, notices and alerts go

/** Parsed apart from the services: a wrong webhook must not stop the site from storing leads. */
export function parseWebhook(env: Env): Webhook {
  const deployed = isDeployed(env);
  const { WEBHOOK_URL: address } = env;
  // Only an empty value turns the webhook off. An unset variable may be a mistake.
  if (address === undefined && deployed) return { state: 'missing' };
  if (!address) return { state: 'off' };
  if (/^mailto:/i.test(address)) {
    return { state: 'set', target: parseMail('WEBHOOK_URL', address, env) };
  }
  const target = parseTarget('WEBHOOK_URL', address, deployed, ', or mailto: and e-mail addresses');
  // Teams shares its hosts with other Microsoft tools, which may take leads.
  if (!['teams', undefined].includes(chatAt(target.url))) {
    throw new ConfigError(
      "WEBHOOK_URL is a chat's address, and a chat takes no leads: write it into NOTICE_TO.",
    );
  }
  const secrets = parseSecrets('WEBHOOK_SECRET', env);
  const more = parseMoreFields(env, deployed);
  return { state: 'set', target: { ...target, secrets, ...(more && { more }) } };
}

/** A receiver that erases people must be able to verify the sender, so a secret is required. */
export function parseRights(env: Env): Webhook {
  const { RIGHTS_URL: address } = env;
  if (!address) return { state: 'off' };
  const target = parseTarget('RIGHTS_URL', address, isDeployed(env));
  const secrets = parseSecrets('WEBHOOK_SECRET', env);
  if (secrets.length === 0) throw new ConfigError('RIGHTS_URL needs WEBHOOK_SECRET: set both.');
  return { state: 'set', target: { ...target, secrets } };
}

function parseTarget(name: string, address: string, deployed: boolean, hint = ''): Target {
  const url = /\s/.test(address.trim()) ? null : URL.parse(address);
  if (!url || !['https:', ...(deployed ? [] : ['http:'])].includes(url.protocol)) {
    throw new ConfigError(
      `${name} must be a full address that begins with https://${deployed ? '' : ' (or http:// on your own machine)'}${hint}.`,
    );
  }
  return { url, secrets: [], allowPrivate: !deployed };
}

const moreFields = [
  'attribution',
  'id',
  'answered_url',
  'consent_version',
  'consent_text',
] as const;

function parseMoreFields(env: Env, deployed: boolean): MoreFields | undefined {
  const wanted = read(
    env,
    'WEBHOOK_FIELDS',
    listOf(z.enum(moreFields), /[\s,]/),
    `be a list of ${moreFields.join(', ')}, separated by spaces or commas, or not set.`,
  );
  if (!wanted?.length) return undefined;
  if (!env.SITE_URL && !env.URL && deployed && wanted.includes('answered_url')) {
    throw new ConfigError('WEBHOOK_FIELDS has answered_url, so SITE_URL must be set, too.');
  }
  return { names: moreFields.filter((it) => wanted.includes(it)), site: parseSite(env) };
}

export type Listing = 'ALERT_URL' | 'NOTICE_TO';

/** An address that belongs to no known chat gets Slack's format. */
export const parseAddresses = (name: Listing, env: Env): Target[] =>
  addressesIn(name, env).map((it) => parseAddress(name, it, env));

const addressesIn = (name: Listing, env: Env): string[] =>
  (env[name] ?? '')
    .split(separator)
    .flatMap((part) => (part.includes('://') ? part : part.replace(/^mailto:/i, '').split(',')))
    .filter(Boolean);

/** A comma may be part of an address, so it separates only if another address follows. */
const separator = new RegExp(`,?\\s+|,(?=(?:(?:${chatNames.join('|')}):)?https?:|[^,/\\s]+@)`, 'i');

/** The name of a chat may precede the address. */
const named = new RegExp(`^(${chatNames.join('|')}):(https?:.*)$`, 'i');

function parseAddress(name: Listing, address: string, env: Env): Target {
  if (isEmail(address)) return parseMail(name, address, env);
  const [, chatName, url = address] = named.exec(address) ?? [];
  const hint = ', or an e-mail address; separate several with spaces';
  const target = parseTarget(name, url, isDeployed(env), hint);
  const chat = chatNames.find((known) => known === chatName?.toLowerCase()) ?? chatAt(target.url);
  return { ...target, chat: chat ?? 'slack' };
}

// Mail

const mostAddresses = 5;

/** `list` is like mailto:a@example.com,b@example.com. */
function parseMail(name: string, list: string, env: Env) {
  const addresses = list.replace(/^mailto:/i, '').split(',');
  const to = [...new Set(addresses.map((address) => withLowDomain(address.trim())))];
  if (to.length > mostAddresses || !to.every(isEmail)) {
    throw new ConfigError(
      `${name} must be mailto: and up to ${mostAddresses} e-mail addresses, separated by commas.`,
    );
  }
  if (!env.SMTP_URL && isDeployed(env)) {
    throw new ConfigError(
      `${name} has an e-mail address, so SMTP_URL must be set to a mail server, like smtps://user:password@smtp.example.com.`,
    );
  }
  const url = parseServer(env);
  const { user } = credentialsIn(url) ?? {};
  const from = url.searchParams.get('from') ?? [user ?? '', ...to].find(isEmail) ?? '';
  if (!isEmail(from)) throw wrongServer();
  const mail = { to, from, site: siteOf(env) };
  return { url, mail, secrets: [], allowPrivate: !isDeployed(env) };
}

/** Nodemailer reports addresses with a lowercase domain. */
const withLowDomain = (address: string): string =>
  address.replace(/@.*/, (domain) => domain.toLowerCase());

/** `npm start` runs a mail server here. */
const ownServer = 'smtp://localhost:25';

function parseServer(env: Env): URL {
  const url = URL.parse(env.SMTP_URL || ownServer);
  const others = [...(url?.searchParams.keys() ?? [])].filter((it) => it !== 'from');
  const isWhole = url?.hostname && /^\/?$/.test(url.pathname) && !url.hash && others.length === 0;
  if (!url || !isWhole || !/^smtps?:$/.test(url.protocol)) throw wrongServer();
  return url;
}
