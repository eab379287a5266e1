import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import { jsonIn } from '../src/shared/json.ts';
import { ConfigError } from './unavailable.ts';

/** The environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Netlify sets the first variable while it builds, and AWS the others where functions run. */
export const isDeployed = (env: Env): boolean =>
  Boolean(env.NETLIFY || env.AWS_LAMBDA_FUNCTION_NAME || env.LAMBDA_TASK_ROOT);

/** The local site's port. PORT changes it. */
export const usualPort = 8888;

export const localSite = ({ PORT }: Env): string => `http://localhost:${PORT || usualPort}`;

/** The origin of a site's address. `example.com:443` parses, too, but has none. */
export function siteAt(address = ''): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** The site's own address, for links. Netlify sets URL. */
export const siteOf = (env: Env): string =>
  siteAt(env.SITE_URL) ?? siteAt(env.URL) ?? localSite(env);

export const dataFolder = (env: Env): string => env.DATA_DIR || '.data';

export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  privateKey: string;
}

const shortestSecret = 32;

/** A random secret; undefined if it isn't set. */
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
      'FIREBASE_SERVICE_ACCOUNT must be the JSON of a service account as you downloaded it, with project_id, client_email and a valid private_key.',
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
