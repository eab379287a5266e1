import { Unavailable } from '../http/refusal.ts';

/** The environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A setting is missing or wrong, in a sentence for the person who deploys. Visitors never see it. */
export class ConfigError extends Unavailable {
  override name = 'ConfigError';
}

/** Netlify sets the first variable while it builds, and AWS the others where functions run. */
export const isDeployed = (env: Env): boolean =>
  Boolean(env.NETLIFY || env.AWS_LAMBDA_FUNCTION_NAME || env.LAMBDA_TASK_ROOT);

/** The origin of a site's address. `example.com:443` parses, too, but has none. */
export function siteAt(address = ''): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

export const dataFolder = (env: Env): string => env.DATA_DIR || '.data';
