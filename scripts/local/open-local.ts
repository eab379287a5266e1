import { localProject, type Settings } from '../../functions/env.ts';
import { log } from '../../functions/log/log.ts';
import { isLocal, openStore } from '../../functions/store/open.ts';
import { StartError } from '../command.ts';
import { openAccounts, demoAdmin, makeDemoAdmin } from './accounts.ts';
import { startAuthEmulator } from './auth-emulator.ts';
import { addPrivacyKey, loadDotEnv, readSettings, usesRealAccounts } from './environment.ts';
import { passOnTo } from './auth-proxy.ts';
import { newSecret, openWebhookReceiver } from './webhook-receiver.ts';

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
  // Report a wrong setting before anything starts.
  const { storage } = readSettings();

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

async function introduceAdmin({ storage, auth }: Settings): Promise<void> {
  try {
    const store = await openStore(storage, log);
    await makeDemoAdmin(openAccounts(auth), store).finally(() => store.close());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The demo admin could not be created: ${reason}`, { cause });
  }
}
