import type { Context } from '@netlify/functions';
import type { Handler, World } from './deps.ts';
import {
  ConfigError,
  parseServices,
  parseSubmitLimit,
  parseWebhook,
  type Settings,
} from './env.ts';
import { formPage } from './form-page.ts';
import { concealer } from './limit/conceal.ts';
import type { Limit } from './limit/admission.ts';
import { openGate } from './limit/gate.ts';
import { log } from './log.ts';
import { send } from './relay/send.ts';
import { openStore } from './store/open.ts';

let world: World | undefined;

/** A handler in the real world, which is put together once a process. */
export const live =
  (handler: Handler) =>
  (request: Request, context: Context): Promise<Response> => {
    world ??= openWorld();
    const waitUntil = (work: Promise<unknown>): void => {
      context.waitUntil(work);
    };
    return handler(request, { ...world, ip: context.ip, waitUntil });
  };

function openWorld(): World {
  try {
    const settings = parseServices(process.env);
    return { ...worldOf(settings), ...targetOf(settings) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log({ event: 'configuration', error: error.message });
    return {
      ...always,
      store: () => Promise.reject(error),
      verify: () => Promise.reject(error),
      // Nobody comes so far as to be counted.
      gate: openGate({ count: 1, windowMs: 1 }, Date.now),
      conceal: () => Promise.reject(error),
    };
  }
}

/** What is the same whatever the settings say. */
const always = {
  target: undefined,
  send,
  formPage,
  now: () => new Date(),
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  log,
};

type Services = Pick<Settings, 'storage' | 'auth' | 'keySource'>;

function worldOf({ storage, auth, keySource }: Services): World {
  const store = once(() => openStore(storage, log));
  // Loaded when a token comes: the form needs none of it.
  const verifier = once(async () => {
    const { appOptions, firebaseVerifier } = await import('./auth/verify.ts');
    return firebaseVerifier(await appOptions(auth));
  });
  return {
    ...always,
    store,
    verify: async (token) => (await verifier())(token),
    gate: openGate(limitOf(process.env), Date.now),
    conceal: concealer(keySource),
  };
}

/** A webhook that is set up wrongly must not keep a lead from being stored. */
function targetOf({
  deployed,
}: Pick<Settings, 'deployed'>): Pick<World, 'target' | 'targetIsWrong'> {
  try {
    const webhook = parseWebhook(process.env);
    return { target: webhook && { ...webhook, allowPrivate: !deployed } };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log({ event: 'configuration', error: error.message });
    return { target: undefined, targetIsWrong: true };
  }
}

/** Keeps what came of it, unless it failed: then the next call tries again. */
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

/** A limit that can't be read is no reason to turn leads away: then it is the usual one. */
function limitOf(env: NodeJS.ProcessEnv): Limit {
  try {
    return parseSubmitLimit(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log({ event: 'configuration', error: error.message });
    return parseSubmitLimit({});
  }
}
