import { setTimeout } from 'node:timers/promises';
import type { Context } from '@netlify/functions';
import { openUsage } from './auth/usage.ts';
import type { Deps, Handler, SiteDeps } from './deps.ts';
import { sendEntries } from './delivery/outbox.ts';
import { send } from './delivery/send.ts';
import type { Webhook } from './delivery/webhook/webhook.ts';
import { settingsIn, type Settings } from './env.ts';
import { builtPage } from './intake/built-pages.ts';
import { keyedHasher } from './intake/keyed-hash.ts';
import {
  currentCall,
  fault,
  log,
  type Call,
  type RequestResult,
  type RunResult,
} from './log/log.ts';
import { personHasher } from './opt-outs/person.ts';
import { isLocal, openStore } from './store/open-store.ts';
import { ConfigError } from './unavailable.ts';

/** Gives a handler the real deps, which each process opens once. Log lines have this name, or the route's name. */
export const live =
  (name: string | ((request: Request) => string), handler: Handler) =>
  (request: Request, context: Context): Promise<Response> =>
    inCall(callOf(typeof name === 'string' ? name : name(request), context), async () => {
      const response = await handler(request, depsOf(context));
      return { response, result: resultOf(request, response) };
    });

export const liveOnSchedule =
  (name: string, work: (deps: SiteDeps) => Promise<Omit<RunResult, 'outcome'>>) =>
  (_request: Request, context: Context): Promise<Response> =>
    inCall(callOf(name, context), async (call) => {
      const counts = await work(depsOf(context));
      // The work never rejects. A logged fault means that it failed.
      const outcome = call.faults === 0 ? 'done' : 'failed';
      return { response: new Response(null, { status: 204 }), result: { outcome, ...counts } };
    });

/** Every log line of the call has the request's id. The last line has the outcome. */
export function inCall(
  origin: Pick<Call, 'request' | 'function'>,
  work: (call: Call) => Promise<{ response: Response; result: RequestResult | RunResult }>,
): Promise<Response> {
  const call = { ...origin, faults: 0 };
  return currentCall.run(call, async () => {
    const began = performance.now();
    const logEnd = (result: RequestResult | RunResult): void =>
      log({ event: 'call', ...result, ms: Math.round(performance.now() - began) });
    try {
      const { response, result } = await work(call);
      logEnd(result);
      return response;
    } catch (error) {
      // The platform answers with its own 500.
      log(fault('failure', error));
      logEnd({ outcome: 'failed' });
      throw error;
    }
  });
}

/** Callers can send any method, and the log must not quote it. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const resultOf = ({ method }: Request, { status }: Response): RequestResult => ({
  method: methods.has(method) ? method : 'other',
  outcome: outcomeOf(status),
  status,
});

function outcomeOf(status: number) {
  if (status < 400) return 'done';
  if (status < 500) return 'refused';
  return status === 503 ? 'unavailable' : 'failed';
}

const callOf = (name: string, { requestId }: Context) => ({ request: requestId, function: name });

let shared: SiteDeps | undefined;

function depsOf(context: Context): Deps {
  shared ??= siteDeps(settingsIn(process.env));
  const waitUntil = (work: Promise<unknown>): void => context.waitUntil(work);
  return { ...shared, ip: context.ip, waitUntil };
}

export function siteDeps({ services, webhook, privacyKey, alerts, ...others }: Settings): SiteDeps {
  for (const sentence of alerts.wrong) logWrong(sentence);
  return {
    ...others,
    ...openServices(services),
    webhook: openWebhook(webhook),
    personHash: privacyKey === undefined ? undefined : personHasher(privacyKey),
    alerts: { ...alerts, isElsewhere: isElsewhere(services) },
    usage: openUsage(),
    send,
    sendEntries,
    // The bundler inserts the value, because Netlify sets this variable only during builds.
    version: process.env.COMMIT_REF || null,
    fetch: (...request) => fetch(...request),
    builtPage,
    now: () => new Date(),
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
    pause: (ms) => setTimeout(ms),
    log,
  };
}

function logWrong(sentence: string): void {
  log(fault('configuration', new ConfigError(sentence)));
}

/** If these settings are wrong, each call answers that the site isn't set up. */
function openServices(services: Settings['services']) {
  if ('wrong' in services) {
    logWrong(services.wrong);
    const refuse = () => Promise.reject(new ConfigError(services.wrong));
    return { store: refuse, verify: refuse, keyedHash: refuse };
  }
  const { storage, auth, keySource } = services.value;
  // Loaded with the first token, because the form doesn't need it.
  const verifier = once(async () => {
    const { appOptions, firebaseVerifier } = await import('./auth/verify.ts');
    return firebaseVerifier(appOptions(auth));
  });
  return {
    store: once(() => openStore(storage, log)),
    verify: async (token: string) => (await verifier())(token),
    keyedHash: keyedHasher(keySource),
  };
}

function openWebhook(setting: Settings['webhook']): Webhook {
  if ('wrong' in setting) {
    logWrong(setting.wrong);
    return { state: 'wrong' };
  }
  if (setting.value.state === 'missing') {
    logWrong('WEBHOOK_URL is not set: leads are stored and wait until it is.');
  }
  return setting.value;
}

const isElsewhere = (services: Settings['services']): boolean =>
  'value' in services && !services.value.deployed && !isLocal(services.value.storage);

/** Caches the result. After a failure, the next call tries again. */
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
