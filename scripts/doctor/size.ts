import { parseEnv as parseDotEnv } from 'node:util';
import { CheckFailed, passed, type Check } from './outcome.ts';
import type { DoctorDeps } from './world.ts';

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
  'SITE_URL',
  'SUBMIT_LIMIT',
  'RETENTION_DAYS',
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

/** Our variables, and any others that .env has. */
async function variables({ env, read }: DoctorDeps): Promise<Record<string, string>> {
  const others = Object.keys(parseDotEnv((await read('.env')) ?? ''));
  const names = new Set([...deployedVariables, ...others]).difference(new Set(localVariables));
  return Object.fromEntries([...names].flatMap((it) => (env[it] ? [[it, env[it]]] : [])));
}

/** Netlify adds these three. A site's name is a DNS label, which has 63 characters at most. */
const ofNetlify = (set: Record<string, string>): Record<string, string> => ({
  URL: set.SITE_URL ?? '',
  SITE_ID: '-'.repeat(36),
  SITE_NAME: '-'.repeat(63),
});
