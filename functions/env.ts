import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import type { Limit } from './intake/rate-limit/sliding-window.ts';
import type { KeySource } from './intake/keyed-hash.ts';
import { aboutLimit, parseLimit, usualLimit } from './intake/rate-limit/setting.ts';
import type { Connection } from './store/firestore/connect.ts';
import type { Webhook } from './delivery/webhook/webhook.ts';
import { Unavailable } from './http/refusal.ts';

/** A setting that is missing or wrong, in a sentence for whoever deploys. Visitors never see it. */
export class ConfigError extends Unavailable {
  override name = 'ConfigError';
}

export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  privateKey: string;
}

export type Storage =
  { engine: 'firestore'; connection: Connection } | { engine: 'sqlite'; folder: string };

export interface Settings {
  storage: Storage;
  /** Whose tokens are believed: with an account the project's, without one the emulator's. */
  auth: { projectId: string; account: ServiceAccount | undefined };
  webhook: Webhook;
  /** Submissions older than that are erased; undefined: none are. */
  retentionDays: number | undefined;
  /** How often one address may submit. */
  limit: Limit;
  /** Of the key that addresses are hashed with. */
  keySource: KeySource;
  /** On Netlify, as opposed to somebody's own machine. */
  deployed: boolean;
}

/** A name that begins so is never a real project: Firebase's tools then talk to emulators only. */
export const localProject = 'demo-leadwright';

type Env = Readonly<Record<string, string | undefined>>;

/** The first is set while Netlify builds, the others where its functions run. */
const isDeployed = (env: Env): boolean =>
  Boolean(env.NETLIFY || env.AWS_LAMBDA_FUNCTION_NAME || env.LAMBDA_TASK_ROOT);

export const parseEnv = (env: Env): Settings => ({
  ...parseServices(env),
  webhook: parseWebhook(env),
  retentionDays: parseRetention(env),
  limit: parseSubmitLimit(env),
});

/** Without these nothing can be answered. */
export function parseServices(env: Env): Omit<Settings, 'webhook' | 'retentionDays' | 'limit'> {
  const deployed = isDeployed(env);
  const account = parseAccount(env);
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
      'No storage is configured: set FIREBASE_SERVICE_ACCOUNT to the JSON of a service account that may use Firestore.',
    );
  }
  return { engine: 'sqlite', folder: dataFolder(env) };
}

const dataFolder = (env: Env): string => env.DATA_DIR || '.data';

export function parseSubmitLimit(env: Env): Limit {
  const limit = parseLimit(env.SUBMIT_LIMIT || usualLimit);
  if (!limit) throw new ConfigError(`SUBMIT_LIMIT must be ${aboutLimit}.`);
  return limit;
}

function parseAuth(env: Env, account: ServiceAccount | undefined, deployed: boolean) {
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST;
  if (emulator && deployed) {
    // firebase-admin reads it too, and would then believe tokens that nobody signed.
    throw new ConfigError('FIREBASE_AUTH_EMULATOR_HOST is set on a deployed site: remove it.');
  }
  const projectId = account?.projectId ?? (env.FIREBASE_PROJECT_ID || localProject);
  return { projectId, account: emulator ? undefined : account };
}

const accountSchema = z.object({
  project_id: z.string().check(z.minLength(1)),
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string().check(z.refine(isPrivateKey)),
});

function parseAccount(env: Env): ServiceAccount | undefined {
  const { FIREBASE_SERVICE_ACCOUNT: text, FIREBASE_PROJECT_ID: projectId } = env;
  if (!text) return undefined;
  const parsed = accountSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new ConfigError(
      'FIREBASE_SERVICE_ACCOUNT must be the JSON of a service account, as it was downloaded: with project_id, client_email and a private_key that can be read.',
    );
  }
  const { project_id, client_email, private_key } = parsed.data;
  if (projectId && projectId !== project_id) {
    throw new ConfigError(
      `FIREBASE_PROJECT_ID is "${projectId}", and the service account belongs to "${project_id}": set it to that, or leave it out.`,
    );
  }
  return { projectId: project_id, clientEmail: client_email, privateKey: private_key };
}

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    // Often its line breaks were escaped twice on the way.
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By itself, since a lead is taken in also where this is wrong. */
export function parseWebhook(env: Env): Webhook {
  const deployed = isDeployed(env);
  const { WEBHOOK_URL: text } = env;
  // Nobody deletes a setting to say that leads should go nowhere: they say so by emptying it.
  if (text === undefined && deployed) return { state: 'missing' };
  if (!text) return { state: 'off' };
  const url = URL.parse(text);
  if (!url || !['https:', ...(deployed ? [] : ['http:'])].includes(url.protocol)) {
    throw new ConfigError(
      `WEBHOOK_URL must be a whole address that begins with https://${deployed ? '' : ' (or http:// on your own machine)'}.`,
    );
  }
  const secrets = (env.WEBHOOK_SECRET ?? '').split(/\s+/).filter(Boolean);
  if (!secrets.every((secret) => isSecret(secret))) {
    throw new ConfigError(
      'WEBHOOK_SECRET must be whsec_ followed by 24 to 64 bytes in base64; several are separated by spaces.',
    );
  }
  return { state: 'set', target: { url, secrets, allowPrivate: !deployed } };
}

/** As Standard Webhooks wants them. */
function isSecret(secret: string): boolean {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const { length } = Buffer.from(encoded ?? '', 'base64');
  return length >= 24 && length <= 64;
}

/** Deliveries are tried for about four days; the rest is for somebody to notice and fix the webhook. */
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
