import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@netlify/functions';
import { answered, done, inCall } from './log/call.ts';
import type { Deps, Handler, SiteDeps } from './deps.ts';
import { parseCanary, parseRetention, parseServices, type Services } from './env.ts';
import { fault, log, type Done } from './log/log.ts';
import { consentPage } from './intake/built-pages.ts';
import { formPage } from './intake/refused-form.ts';
import { keyedHasher } from './intake/keyed-hash.ts';
import { thanksPage } from './intake/thank-you.ts';
import { openRateLimiter } from './intake/rate-limit/rate-limiter.ts';
import { parsePrivacyKey, personHasher } from './privacy/person-hash.ts';
import { isLocal, openStore } from './store/open.ts';
import type { PersonHash } from './store/record.ts';
import { send } from './delivery/webhook/post.ts';
import { type Webhook, parseWebhook } from './delivery/webhook/webhook.ts';
import { parseSubmitLimit } from './intake/rate-limit/settings.ts';
import { ConfigError } from './settings/variables.ts';
import {
  parseAlertTargets,
  parseSilence,
  parseWaitingHours,
  siteOf,
  type AlertSettings,
} from './watch/alert-settings.ts';

let shared: SiteDeps | undefined;

/** Gives a handler the real deps, which each process opens once. Its log lines have this name. */
export const live =
  (name: string, handler: Handler) =>
  (request: Request, context: Context): Promise<Response> =>
    inCall({ request: context.requestId, function: name }, async () => {
      const response = await handler(request, depsOf(context));
      return { response, ended: answered(request, response) };
    });

/** The same for scheduled work, which answers nothing and returns counts of what it did. */
export const liveOnSchedule =
  (name: string, work: (deps: SiteDeps) => Promise<Omit<Done, 'outcome'>>) =>
  (_request: Request, context: Context): Promise<Response> =>
    inCall({ request: context.requestId, function: name }, async (call) => {
      const counts = await work(depsOf(context));
      return { response: new Response(null, { status: 204 }), ended: done(counts, call) };
    });

function depsOf(context: Context): Deps {
  shared ??= openSite();
  const waitUntil = (work: Promise<unknown>): void => {
    context.waitUntil(work);
  };
  // A long answer is still being read, and may fail, after its call has ended.
  return { ...shared, log: AsyncLocalStorage.bind(log), ip: context.ip, waitUntil };
}

function openSite(): SiteDeps {
  const wrong: string[] = [];
  const alerts = openAlerts(wrong);
  try {
    const settings = parseServices(process.env);
    return {
      ...siteDeps(settings),
      webhook: openWebhook(),
      retentionDays: orElse(parseRetention, undefined, wrong),
      rateLimiter: openRateLimiter(orElse(parseSubmitLimit, parseSubmitLimit({}), wrong)),
      personHash: openPersonHash(wrong),
      alerts: { ...alerts, isElsewhere: isElsewhere(settings) },
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log(fault('configuration', error));
    return {
      ...always,
      alerts,
      canary: parseCanary(process.env),
      store: () => Promise.reject(error),
      verify: () => Promise.reject(error),
      // Never asked: without a store, no lead gets that far.
      rateLimiter: openRateLimiter({ count: 1, windowMs: 1 }),
      keyedHash: () => Promise.reject(error),
    };
  }
}

/** All that a site needs which isn't set up yet. `openSite` replaces what has a setting. */
const always: Omit<
  SiteDeps,
  'store' | 'verify' | 'rateLimiter' | 'keyedHash' | 'alerts' | 'canary'
> = {
  webhook: { state: 'wrong' },
  retentionDays: undefined,
  personHash: undefined,
  send,
  // The bundler puts Netlify's value here, since functions don't get it.
  version: process.env.COMMIT_REF || null,
  fetch: (...request) => fetch(...request),
  formPage,
  thanksPage,
  consentPage,
  now: () => new Date(),
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  log,
};

/** The deps of a site with these services. */
export function siteDeps({ storage, auth, keySource, canary }: Services) {
  const store = once(() => openStore(storage, log));
  // Loaded with the first token: the form doesn't need it.
  const verifier = once(async () => {
    const { appOptions, firebaseVerifier } = await import('./auth/verify.ts');
    return firebaseVerifier(appOptions(auth));
  });
  return {
    ...always,
    canary,
    store,
    verify: async (token: string) => (await verifier())(token),
    keyedHash: keyedHasher(keySource),
  };
}

/** Collects what is wrong with these settings and with those that are read later. */
const openAlerts = (wrong: string[]): AlertSettings => ({
  targets: orElse(parseAlertTargets, [], wrong),
  waitingHours: orElse(parseWaitingHours, parseWaitingHours({}), wrong),
  watchesSilence: orElse(parseSilence, true, wrong),
  site: siteOf(process.env),
  wrong,
});

const isElsewhere = ({ storage, deployed }: Services): boolean => !deployed && !isLocal(storage);

function openPersonHash(wrong: string[]): PersonHash | undefined {
  const key = orElse(parsePrivacyKey, undefined, wrong);
  return key === undefined ? undefined : personHasher(key);
}

function openWebhook(): Webhook {
  const webhook = orElse<Webhook, Webhook>(parseWebhook, { state: 'wrong' });
  if (webhook.state === 'missing') {
    const error = new ConfigError('WEBHOOK_URL is not set: leads are stored and wait until it is.');
    log(fault('configuration', error));
  }
  return webhook;
}

/** Logs a wrong setting and uses the fallback, if the site can store leads without it. */
function orElse<T, U>(
  parse: (env: NodeJS.ProcessEnv) => T,
  fallback: U,
  wrong: string[] = [],
): T | U {
  try {
    return parse(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log(fault('configuration', error));
    wrong.push(error.message);
    return fallback;
  }
}

/** Keeps the result. After a failure, the next call tries again. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
