/**
 * The settings of the site. Each variable is parsed here, once. If a value is wrong, a `ConfigError` says in a sentence
 * what it must be, and never quotes a secret.
 */
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
    /** Whether the canary comes each hour. */
    canary: { isOn: isDeployed(env) },
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

/** The value of a variable. Undefined if it is not set or empty. */
function read<T>(
  env: Env,
  name: string,
  schema: z.ZodMiniType<T, string>,
  must: string,
): T | undefined {
  const { [name]: text } = env;
  if (!text) return undefined;
  const { data, success } = schema.safeParse(text);
  if (success) return data;
  throw new ConfigError(`${name} must ${must}`);
}

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/)),
    z.pipe(z.transform(Number), z.number().check(z.gte(least), z.lte(most))),
  );

/** The items between these separators. */
const listOf = <T>(item: z.ZodMiniType<T, string>, separator: RegExp) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(separator).filter(Boolean)),
    ),
    z.array(item),
  );

// Where the site runs

/** Netlify sets the first variable while it builds, and AWS the others where functions run. */
export const isDeployed = (env: Env): boolean =>
  Boolean(env.NETLIFY || env.AWS_LAMBDA_FUNCTION_NAME || env.LAMBDA_TASK_ROOT);

/** The local site's port. PORT changes it. */
export const usualPort = 8888;

/** The origin of a site's address. `example.com:443` parses, too, but has none. */
export function siteAt(address = ''): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** The site's own address, for links. Netlify sets URL. */
const siteOf = (env: Env): string =>
  siteAt(env.SITE_URL) ?? siteAt(env.URL) ?? `http://localhost:${env.PORT || usualPort}`;

function parseSite(env: Env): string {
  const given = { SITE_URL: env.SITE_URL || env.URL };
  const isAddress = z.string().check(z.refine((it) => siteAt(it) !== undefined));
  read(given, 'SITE_URL', isAddress, 'be a full address, as in https://www.example.com.');
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
    // The usual reason: its line breaks were escaped twice.
    return false;
  }
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

// Secrets

const shortestSecret = 32;

const parseSecret = (name: 'PRIVACY_KEY' | 'HEALTH_TOKEN', { [name]: given }: Env) =>
  read(
    { [name]: given?.trim() },
    name,
    z.string().check(z.minLength(shortestSecret)),
    `have at least ${shortestSecret} characters: make one with openssl rand -hex 32.`,
  );

/** The secrets that a variable has, the newest first. */
const parseSecrets = (name: 'WEBHOOK_SECRET' | 'OPT_OUT_SECRET', env: Env): string[] =>
  read(
    env,
    name,
    listOf(z.string().check(z.refine(isSigningSecret)), /\s/),
    'be whsec_ followed by 24 to 64 bytes in base64, such as the output of openssl rand -base64 32; separate several with spaces.',
  ) ?? [];

/** In the format of Standard Webhooks. */
function isSigningSecret(secret: string): boolean {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const { length } = Buffer.from(encoded ?? '', 'base64');
  return length >= 24 && length <= 64;
}

// Numbers and choices

/** Delivery takes up to four days, or nine if the receiver asks for waits; the rest is to notice a fault. */
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

/** An office with one address sends less than this; a flood sends it within a second. */
const usualLimit = '30/10m';

const units = { s: second, m: minute, h: hour } as const;
/** The hits of a network are one document, and a document's size is limited. */
const mostCount = 5000;

const limitSchema = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,9}\/\d{1,9}[smh]$/)),
    z.transform((given) => {
      const [count, length] = given.split('/').map((it) => Number.parseInt(it, 10));
      const unit = units[given.at(-1) as keyof typeof units];
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

/** Parsed on its own: a wrong webhook must not stop the site from storing leads. */
export function parseWebhook(env: Env): Webhook {
  const deployed = isDeployed(env);
  const { WEBHOOK_URL: given } = env;
  // Only an empty value says that no webhook is wanted. An unset one may have been lost.
  if (given === undefined && deployed) return { state: 'missing' };
  if (!given) return { state: 'off' };
  if (/^mailto:/i.test(given)) {
    return { state: 'set', target: parseMail('WEBHOOK_URL', given, env) };
  }
  const target = parseTarget('WEBHOOK_URL', given, deployed, ', or mailto: and e-mail addresses');
  // Teams has the same hosts as other tools of Microsoft, which may take leads.
  if (!['teams', undefined].includes(chatAt(target.url))) {
    throw new ConfigError(
      "WEBHOOK_URL is a chat's address, and a chat takes no leads: write it into NOTICE_TO.",
    );
  }
  const secrets = parseSecrets('WEBHOOK_SECRET', env);
  const more = parseMoreFields(env, deployed);
  return { state: 'set', target: { ...target, secrets, ...(more && { more }) } };
}

/** Where opt-outs and erasures are told. A receiver that erases people must know that the site asks for it. */
export function parseRights(env: Env): Webhook {
  const { RIGHTS_URL: given } = env;
  if (!given) return { state: 'off' };
  const target = parseTarget('RIGHTS_URL', given, isDeployed(env));
  const secrets = parseSecrets('WEBHOOK_SECRET', env);
  if (secrets.length === 0) throw new ConfigError('RIGHTS_URL needs WEBHOOK_SECRET: set both.');
  return { state: 'set', target: { ...target, secrets } };
}

/** The address that a variable names, still without secrets. */
function parseTarget(name: string, given: string, deployed: boolean, hint = ''): Target {
  const url = /\s/.test(given.trim()) ? null : URL.parse(given);
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

/** The variables that list addresses. */
export type Listing = 'ALERT_URL' | 'NOTICE_TO';

/** The addresses that a variable lists. One that is no chat's gets Slack's format. */
export const parseAddresses = (name: Listing, env: Env): Target[] =>
  addressesIn(name, env).map((it) => parseAddress(name, it, env));

const addressesIn = (name: Listing, env: Env): string[] =>
  (env[name] ?? '')
    .split(separator)
    .flatMap((it) => (it.includes('://') ? it : it.replace(/^mailto:/i, '').split(',')))
    .filter(Boolean);

/** A comma may be part of an address, unless another address begins after it. */
const separator = new RegExp(`,?\\s+|,(?=(?:(?:${chatNames.join('|')}):)?https?:|[^,/\\s]+@)`, 'i');

/** The name of a chat may come before its address. */
const named = new RegExp(`^(${chatNames.join('|')}):(https?:.*)$`, 'i');

function parseAddress(name: Listing, address: string, env: Env): Target {
  if (isEmail(address)) return parseMail(name, address, env);
  const [, said, url = address] = named.exec(address) ?? [];
  const hint = ', or an e-mail address; separate several with spaces';
  const target = parseTarget(name, url, isDeployed(env), hint);
  const chat = chatNames.find((it) => it === said?.toLowerCase()) ?? chatAt(target.url);
  return { ...target, chat: chat ?? 'slack' };
}

// Mail

const mostAddresses = 5;

/** For addresses like mailto:a@example.com,b@example.com. */
function parseMail(name: string, list: string, env: Env) {
  const addresses = list.replace(/^mailto:/i, '').split(',');
  const to = [...new Set(addresses.map((it) => withLowDomain(it.trim())))];
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

/** As nodemailer names an address that took the mail or refused it. */
const withLowDomain = (address: string): string =>
  address.replace(/@.*/, (domain) => domain.toLowerCase());

/** `npm start` has a mail server of its own. */
const ownServer = 'smtp://localhost:25';

function parseServer(env: Env): URL {
  const url = URL.parse(env.SMTP_URL || ownServer);
  const others = [...(url?.searchParams.keys() ?? [])].filter((it) => it !== 'from');
  const isWhole = url?.hostname && /^\/?$/.test(url.pathname) && !url.hash && others.length === 0;
  if (!url || !isWhole || !/^smtps?:$/.test(url.protocol)) throw wrongServer();
  return url;
}
