import { localProject, type Values } from '../../functions/env.ts';
import { isLocal } from '../../functions/store/open.ts';
import { adminRole } from '../../functions/auth/admins.ts';
import { demoAccount, demoAdmin } from './accounts.ts';
import { startAuthEmulator } from './auth-emulator.ts';
import { addPrivacyKey, loadDotEnv, readSettings, usesRealAccounts } from './environment.ts';
import { passOnTo } from './auth-proxy.ts';
import { newSecret, openWebhookReceiver } from './webhook-receiver.ts';
import { withStore } from './with-store.ts';

/** Local replacements for the services that a deployed site calls. */
interface Local {
  /** Undefined for a request that no local service handles. */
  answer: (request: Request) => Promise<Response> | undefined;
  /** Resolves when all services answer, to the lines that introduce them. */
  ready: Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Starts the services that the environment doesn't name, and adds them to the environment, where the
 * functions find them. Existing settings win.
 */
export async function openLocal(root: string): Promise<Local> {
  loadDotEnv(root);
  const { env } = process;
  // Otherwise the schedule logs a line each second and hides the lines of the webhook.
  // `LOG_LEVEL=info npm start` prints everything.
  env.LOG_LEVEL ||= 'error';
  const isReal = usesRealAccounts(env);
  // Report a wrong setting, or a folder that can't be used, before anything starts.
  const { storage } = readSettings();
  if (storage.engine === 'sqlite') await withStore(storage, () => Promise.resolve());

  // Leads of a real project must not count as delivered because a terminal received them.
  const isOwn = isLocal(storage);
  if (isOwn) await addPrivacyKey(env);
  const receiver = isOwn && env.WEBHOOK_URL === undefined ? await openReceiver(env) : undefined;
  const emulator =
    isReal || env.FIREBASE_AUTH_EMULATOR_HOST
      ? undefined
      : await startAuthEmulator(env.FIREBASE_PROJECT_ID || localProject);
  if (emulator) env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
  const host = isReal ? undefined : env.FIREBASE_AUTH_EMULATOR_HOST;
  const settings = readSettings();

  const prepare = async () => {
    await emulator?.ready;
    if (host) await introduceAdmin(settings);
    return [
      ...(host ? [`Sign in as ${demoAdmin.email} with the password ${demoAdmin.password}.`] : []),
      ...(receiver ? ['Webhook deliveries and alerts arrive here and are printed.'] : []),
    ];
  };
  const ready = prepare();
  // Awaiting `ready` gives the error; until then, it must not end the process.
  ready.catch(() => undefined);

  return {
    answer: host ? passOnTo(host) : () => undefined,
    ready,
    async close() {
      receiver?.close();
      await emulator?.stop();
    },
  };
}

async function openReceiver(env: NodeJS.ProcessEnv) {
  env.WEBHOOK_SECRET ||= newSecret();
  const receiver = await openWebhookReceiver(
    env.WEBHOOK_SECRET.split(/\s+/).filter(Boolean),
    (line) => {
      console.log(line);
    },
  );
  env.WEBHOOK_URL = receiver.url;
  env.ALERT_URL ??= receiver.alertUrl;
  return receiver;
}

const introduceAdmin = ({ storage, auth }: Values): Promise<void> =>
  withStore(storage, async (store) => {
    await store.grantRole(await demoAccount(auth), adminRole);
  });
