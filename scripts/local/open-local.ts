import { openStore } from '../../functions/store/open.ts';
import { localProject, type Settings } from '../../functions/env.ts';
import { log } from '../../functions/log/log.ts';
import { StartError } from '../serve/start-error.ts';
import { openAccounts } from './accounts.ts';
import { startAuthEmulator } from './auth-emulator.ts';
import { demoAdmin, makeDemoAdmin } from './demo-admin.ts';
import { loadDotEnv, readSettings, usesRealAccounts } from './environment.ts';
import { passOnTo } from './pass-on.ts';
import { newSecret, openWebhookReceiver } from './webhook-receiver.ts';

/** What stands in, on a developer's machine, for the services that a deployed site calls. */
export interface Local {
  /** Undefined for what is none of its business. */
  answer: (request: Request) => Promise<Response> | undefined;
  /** Comes when all of it answers, with the sentences that introduce it. */
  ready: Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Starts what the environment doesn't name, and names it there: whatever reads the environment
 * afterwards, the functions first of all, finds it. Settings that are there already win.
 */
export async function openLocal(root: string): Promise<Local> {
  loadDotEnv(root);
  const { env } = process;
  // A newcomer's terminal is for the webhook's lines and for what fails: the schedule alone would
  // add a line each second. `LOG_LEVEL=info npm start` prints them all.
  env.LOG_LEVEL ||= 'error';
  const isReal = usesRealAccounts(env);
  // A wrong setting should be heard of before anything starts.
  const { storage } = readSettings();

  // Leads of a real project are not to be marked as delivered because a developer's terminal has them.
  const isOwn = storage.engine === 'sqlite' || 'emulatorHost' in storage.connection;
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
      ...(receiver ? ['Webhook deliveries are received here, and printed when they come.'] : []),
    ];
  };
  const ready = prepare();
  // Whoever asks hears of it; until then, it must not end the process.
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
  return receiver;
}

async function introduceAdmin({ storage, auth }: Settings): Promise<void> {
  try {
    const store = await openStore(storage, log);
    await makeDemoAdmin(await openAccounts(auth), store).finally(() => store.close());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The demo admin could not be made: ${reason}`, { cause });
  }
}
