import { parseServices, settingsIn, type Env } from '../../functions/env.ts';
import { buildSettings } from '../build/settings.ts';
import { ensure } from '../command.ts';
import { passed } from './findings.ts';

/** The settings as the functions on Netlify would read them. */
export const onNetlify = (env: Env): Env => ({ ...env, NETLIFY: 'true' });

export function serviceAccount(env: Env) {
  const { auth } = parseServices(onNetlify(env));
  if (!auth.account) throw new TypeError('Settings for Netlify have an account');
  return { detail: `of the project ${auth.projectId}`, found: auth.account };
}

/** The optional variables. The site also sends an alert about wrong ones. */
export function variables(env: Env) {
  buildSettings(env);
  const { wrong } = settingsIn(onNetlify(env)).alerts;
  ensure(wrong.length === 0, wrong.join('\n'));
  ensure(
    env.PRIVACY_KEY?.trim(),
    'PRIVACY_KEY is not set, so nobody can be put on the do-not-contact list: set it to the output of openssl rand -hex 32.',
  );
  return passed('valid');
}

export function siteAddress({ SITE_URL: text }: Env) {
  const example = 'the address that visitors see, as in https://www.example.com';
  ensure(text, `SITE_URL is not set: set it to ${example}.`);
  const url = URL.parse(text);
  // Pages use only the origin, so a path would be lost.
  ensure(
    url?.protocol === 'https:' && url.href === `${url.origin}/`,
    `SITE_URL must begin with https:// and end after the name: set it to ${example}.`,
  );
  return { detail: url.host, found: url };
}
