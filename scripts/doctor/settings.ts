import { parseRetention, parseServices } from '../../functions/env.ts';
import type { Storage } from '../../functions/store/open.ts';
import { parseSubmitLimit } from '../../functions/intake/rate-limit/settings.ts';
import { ConfigError } from '../../functions/unavailable.ts';
import { type ServiceAccount } from '../../functions/variables.ts';
import { parsePrivacyKey } from '../../functions/privacy/person-hash.ts';
import { CheckFailed, passed, type Check, type DoctorDeps } from './check.ts';
import { parseEnv as parseDotEnv } from 'node:util';

type Env = DoctorDeps['env'];

/** Parses the settings as the functions on Netlify do; a problem fails the check. */
export function onNetlify<T>(parse: (env: Env) => T, env: Env): T {
  try {
    return parse({ ...env, NETLIFY: 'true' });
  } catch (error) {
    if (error instanceof ConfigError) throw new CheckFailed(error.message, { cause: error });
    throw error;
  }
}

interface Services {
  account: ServiceAccount;
  storage: Storage;
}

export const services: Check<Services> = {
  name: 'service account',
  needs: [],
  run: ({ env }) => {
    const { auth, storage } = onNetlify(parseServices, env);
    if (!auth.account) throw new TypeError('Settings for Netlify have an account');
    return {
      detail: `of the project ${auth.projectId}`,
      found: { account: auth.account, storage },
    };
  },
};

export const submitLimit: Check = {
  name: 'submit limit',
  needs: [],
  run: ({ env }) => {
    const { count, windowMs } = onNetlify(parseSubmitLimit, env);
    return passed(`${count} from one network in ${windowMs / 60_000} min`);
  },
};

export const retention: Check = {
  name: 'retention',
  needs: [],
  run: ({ env }) => {
    const days = onNetlify(parseRetention, env);
    return passed(days === undefined ? 'submissions are kept' : `erased after ${days} days`);
  },
};

export const privacyKey: Check = {
  name: 'privacy key',
  needs: [],
  run: ({ env }) => {
    const key = onNetlify(parsePrivacyKey, env);
    if (key === undefined) {
      throw new CheckFailed(
        'PRIVACY_KEY is not set, so nobody can be put on the do-not-contact list: set it to the output of openssl rand -hex 32.',
      );
    }
    const other = deployedVariables.find((it) => it !== 'PRIVACY_KEY' && env[it]?.includes(key));
    if (other === undefined) return passed('set, and different from the other secrets');
    throw new CheckFailed(
      `PRIVACY_KEY is also in ${other}, which may change, and then the do-not-contact list would be lost: set PRIVACY_KEY to the output of openssl rand -hex 32.`,
    );
  },
};

export const siteAddress: Check<URL> = {
  name: 'site address',
  needs: [],
  run: ({ env: { SITE_URL: text } }) => {
    const example = 'the address that visitors see, as in https://www.example.com';
    if (!text) throw new CheckFailed(`SITE_URL is not set: set it to ${example}.`);
    const url = URL.parse(text);
    // Pages build their addresses from it, so a path would be lost.
    if (url?.protocol !== 'https:' || url.href !== `${url.origin}/`) {
      throw new CheckFailed(
        `SITE_URL must begin with https:// and end after the name: set it to ${example}.`,
      );
    }
    return { detail: url.host, found: url };
  },
};

/** In bytes: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const limit = 4096;

/** The variables to set on Netlify. The functions get those that only the build reads, too. */
export const deployedVariables = [
  'FIREBASE_SERVICE_ACCOUNT',
  'FIREBASE_PROJECT_ID',
  'PUBLIC_FIREBASE_API_KEY',
  'PUBLIC_FIREBASE_AUTH_DOMAIN',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'WEBHOOK_FIELDS',
  'ALERT_URL',
  'ALERT_WAITING_HOURS',
  'ALERT_SILENCE',
  'CONSENT_ARCHIVE',
  'CANARY_DELIVER',
  'SITE_URL',
  'SUBMIT_LIMIT',
  'RETENTION_DAYS',
  'PRIVACY_KEY',
  'LOG_LEVEL',
];

/** Variables for a local machine, which are not deployed. */
export const localVariables = [
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIRESTORE_EMULATOR_HOST',
  'DATA_DIR',
  'PORT',
];

/**
 * Netlify hands a function all variables that are not scoped to something else
 * (https://docs.netlify.com/build/functions/environment-variables/), and Lambda measures them as
 * one JSON object, in which every quote and line break of the account's JSON is escaped again
 * (https://github.com/github-aws-runners/terraform-aws-github-runner/issues/3594).
 */
export const size: Check = {
  name: 'size of variables',
  needs: [],
  run: async (world) => {
    const set = await variables(world);
    const total = measure({ ...set, ...ofNetlify(set) });
    const sizes = Object.entries(set).map(([name, value]) => ({
      name,
      bytes: measure({ [name]: value }) - measure({}),
    }));
    const [largest] = sizes.toSorted((a, b) => b.bytes - a.bytes);
    const fact = `${total} of ${limit} bytes${largest ? `, ${largest.bytes} of them in ${largest.name}` : ''}`;
    if (total <= limit) return passed(fact);
    throw new CheckFailed(
      `The variables are too large for Netlify's functions (${fact}): keep only project_id, client_email and private_key of the account's JSON. If your plan has scopes, limit the variables that only the build reads (PUBLIC_*, SITE_URL) to builds.`,
    );
  },
};

const measure = (variables: Record<string, string>): number =>
  Buffer.byteLength(JSON.stringify(variables));

/** Our variables, and any others that the file has. */
async function variables({ env, envFile, read }: DoctorDeps): Promise<Record<string, string>> {
  const others = Object.keys(parseDotEnv((await read(envFile)) ?? ''));
  const names = new Set([...deployedVariables, ...others]).difference(new Set(localVariables));
  return Object.fromEntries([...names].flatMap((it) => (env[it] ? [[it, env[it]]] : [])));
}

/** Netlify adds these three. A site's name is a DNS label, which has 63 characters at most. */
const ofNetlify = (set: Record<string, string>): Record<string, string> => ({
  URL: set.SITE_URL ?? '',
  SITE_ID: '-'.repeat(36),
  SITE_NAME: '-'.repeat(63),
});
