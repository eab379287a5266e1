import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import { jsonIn } from '../src/shared/json.ts';
import { hour, minute, second } from './spans.ts';
import type { Limit } from './store/port.ts';
import { ConfigError } from './unavailable.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Netlify sets the first variable while it builds, and AWS the others where functions run. */
export const isDeployed = (env: Env): boolean =>
  Boolean(env.NETLIFY || env.AWS_LAMBDA_FUNCTION_NAME || env.LAMBDA_TASK_ROOT);

/** The local site's port. PORT changes it. */
export const usualPort = 8888;

const localSite = ({ PORT }: Env): string => `http://localhost:${PORT || usualPort}`;

/** The origin of a site's address. `example.com:443` parses, too, but has none. */
export function siteAt(address = ''): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** The site's own address, for links. Netlify sets URL. */
export const siteOf = (env: Env): string =>
  siteAt(env.SITE_URL) ?? siteAt(env.URL) ?? localSite(env);

export function parseSite(env: Env): string {
  const given = env.SITE_URL || env.URL;
  if (!given || siteAt(given)) return siteOf(env);
  throw new ConfigError('SITE_URL must be a full address, as in https://www.example.com.');
}

export const dataFolder = (env: Env): string => env.DATA_DIR || '.data';

export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  privateKey: string;
}

const shortestSecret = 32;

export function parseSecret(name: string, env: Env): string | undefined {
  const secret = env[name]?.trim();
  if (!secret) return undefined;
  if (secret.length >= shortestSecret) return secret;
  throw new ConfigError(
    `${name} must have at least ${shortestSecret} characters: make one with openssl rand -hex 32.`,
  );
}

const accountSchema = z.object({
  project_id: z.string().check(z.minLength(1)),
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string().check(z.refine(isPrivateKey)),
});

export function parseServiceAccount(env: Env): ServiceAccount | undefined {
  const { FIREBASE_SERVICE_ACCOUNT: text, FIREBASE_PROJECT_ID: projectId } = env;
  if (!text) return undefined;
  const parsed = accountSchema.safeParse(jsonIn(text));
  if (!parsed.success) {
    throw new ConfigError(
      'FIREBASE_SERVICE_ACCOUNT must be the JSON of a service account as you downloaded it, on one line and between single quotes, with project_id, client_email and a valid private_key.',
    );
  }
  const { project_id, client_email, private_key } = parsed.data;
  if (projectId && projectId !== project_id) {
    throw new ConfigError(
      `FIREBASE_PROJECT_ID is "${projectId}", but the service account belongs to "${project_id}": set it to that or remove it.`,
    );
  }
  return { projectId: project_id, clientEmail: client_email, privateKey: private_key };
}

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    // The usual reason: its line breaks were escaped twice.
    return false;
  }
}

/** An office with one address sends less than this; a flood sends it within a second. */
const usualLimit = '30/10m';

const units = { s: second, m: minute, h: hour } as const;
/** The hits of a network are one document, and a document's size is limited. */
const mostCount = 5000;
const mostWindowMs = 24 * units.h;

export function parseSubmitLimit({ SUBMIT_LIMIT }: Env): Limit {
  const text = (SUBMIT_LIMIT || usualLimit).trim();
  const [, count, length, unit] = /^(\d{1,9})\/(\d{1,9})([smh])$/.exec(text) ?? [];
  const limit = {
    count: Number(count),
    windowMs: Number(length) * units[unit as keyof typeof units],
  };
  const isInRange =
    limit.count >= 1 &&
    limit.count <= mostCount &&
    limit.windowMs >= units.s &&
    limit.windowMs <= mostWindowMs;
  if (isInRange) return limit;
  throw new ConfigError(
    `SUBMIT_LIMIT must look like ${usualLimit}, which means 30 forms in 10 minutes: at most ${mostCount}, and s, m or h up to 24h.`,
  );
}
