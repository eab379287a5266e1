import { parseRetention } from '../../functions/env.ts';
import { ConfigError } from '../../functions/unavailable.ts';
import { siteAt, type Env } from '../../functions/variables.ts';
import { StartError } from '../command.ts';
import { parsePort } from '../serve/listen.ts';

const addresses = ['SITE_URL', 'URL', 'CONSENT_ARCHIVE'] as const;

/** The page for staff offers less with these. */
const switches = [
  ['STAFF_SIGN_IN', 'link'],
  ['STAFF_SIGN_UP', 'off'],
] as const;

/** Checks what the build reads, since the errors of Astro and its plugins name no variable. */
export function buildSettings(env: Env) {
  for (const name of addresses) {
    const { [name]: text } = env;
    if (!text || siteAt(text)) continue;
    throw new StartError(
      `${name} must be a full address, as in https://www.example.com, but it is "${text}".`,
    );
  }
  for (const [name, only] of switches) {
    const { [name]: text } = env;
    if (!text || text === only) continue;
    throw new StartError(`${name} must be "${only}" or not set, but it is "${text}".`);
  }
  try {
    // The privacy policy names it.
    parseRetention(env);
  } catch (cause) {
    throw cause instanceof ConfigError ? new StartError(cause.message, { cause }) : cause;
  }
  return {
    /** Netlify sets URL to the site's main address, so a deploy needs no setting of its own. */
    site: env.SITE_URL || env.URL || undefined,
    port: env.PORT ? parsePort(env.PORT) : undefined,
  };
}
