import { parseRetention, siteAt, type Env } from '../../functions/env.ts';
import { ensure } from '../command.ts';
import { parsePort } from '../serve/listen.ts';

type Format = readonly [isRight: (text: string) => unknown, words: string];

const address: Format = [siteAt, 'a full address, as in https://www.example.com'];

const formats: Record<string, Format> = {
  SITE_URL: address,
  URL: address,
  HSTS: [(text) => text === 'preload', '"preload" or not set'],
  STAFF_SIGN_UP: [(text) => text === 'off' || text === 'on', '"off", "on" or not set'],
};

/** Checks the build's variables here, because errors of Astro and its plugins don't name the variable. */
export function buildSettings(env: Env) {
  for (const [name, [isRight, words]] of Object.entries(formats)) {
    const { [name]: text } = env;
    ensure(!text || isRight(text), `${name} must be ${words}, but it is "${text}".`);
  }
  // The privacy policy names this period.
  parseRetention(env);
  return {
    /** Netlify sets URL to the site's main address, so a deploy needs no setting of its own. */
    site: env.SITE_URL || env.URL || undefined,
    port: env.PORT ? parsePort(env.PORT) : undefined,
  };
}
