import { localProject, parseEnv } from '../../functions/env.ts';
import { keyFits } from '../../functions/opt-outs/may-contact.ts';
import { personHasher } from '../../functions/opt-outs/person.ts';
import { isLocal } from '../../functions/store/open-store.ts';
import { adminRole } from '../../functions/auth/admins.ts';
import { openFunctions, startTicker, tickMs } from '../serve/functions-host.ts';
import { demoAccount, demoAdmin } from './accounts.ts';
import { passOnTo, startAuthEmulator } from './auth-emulator.ts';
import { addPrivacyKey, newSecret, usesRealAccounts } from './environment.ts';
import { openMailReceiver, openWebhookReceiver } from './receivers.ts';
import { withStore } from './with-store.ts';

/**
 * Opens the functions and their schedule. For each service that the environment doesn't name, starts a local
 * replacement and adds it to the environment, where the functions read it. Existing settings win.
 */
export async function openLocal(root: string, functionsFrom?: string) {
  const { env } = process;
  // At other levels, the schedule logs a line every two seconds, which hides the webhook's lines.
  // `LOG_LEVEL=info npm start` prints everything.
  env.LOG_LEVEL ||= 'error';
  const isReal = usesRealAccounts(env);
  // Report a wrong setting or an unusable folder before anything starts.
  const { storage, webhook, noticeTo, alerts } = parseEnv(env);
  if (storage.engine === 'sqlite') await withStore(storage, () => Promise.resolve());

  // Only for a local store: a real project's leads must not count as delivered because they were printed.
  const isLocalStore = isLocal(storage);
  if (isLocalStore) await addPrivacyKey(env);
  const targets = [...noticeTo, ...alerts.targets];
  if (webhook.state === 'set') targets.push(webhook.target);
  const mails = isLocalStore && !env.SMTP_URL && targets.some(({ mail }) => mail);
  const mailbox = mails ? await openMailReceiver(console.log) : undefined;
  if (mailbox) env.SMTP_URL = mailbox.url;
  const isOpen = isLocalStore && (mails || env.WEBHOOK_URL === undefined);
  const receiver = isOpen ? await openReceiver(env) : undefined;
  const emulator =
    isReal || env.FIREBASE_AUTH_EMULATOR_HOST
      ? undefined
      : await startAuthEmulator(env.FIREBASE_PROJECT_ID || localProject);
  if (emulator) env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
  const host = isReal ? undefined : env.FIREBASE_AUTH_EMULATOR_HOST;
  const settings = parseEnv(env);

  const prepare = async () => {
    await emulator?.ready;
    if (host) {
      const admin = await demoAccount(settings.auth);
      await withStore(settings.storage, (store) => store.grantRole(admin, adminRole));
    }
    const { privacyKey: key } = settings;
    // For a Firebase project, the deployed site and the doctor check this.
    const fits =
      !isLocal(settings.storage) ||
      (await withStore(settings.storage, (store) =>
        keyFits(store, key === undefined ? key : personHasher(key)),
      ));
    return [
      ...(fits ? [] : [wrongKey]),
      ...(host ? [`Sign in as ${demoAdmin.email} with the password ${demoAdmin.password}.`] : []),
      ...(receiver ? ['Deliveries, notices and alerts arrive here and are printed.'] : []),
    ];
  };
  const ready = prepare();
  // Avoids an unhandled rejection before the caller awaits `ready`.
  ready.catch(() => undefined);

  const functions = await openFunctions(root, functionsFrom);
  const passOn = host ? passOnTo(host) : () => undefined;
  const stopTicker = startTicker(() => functions.callDue(), tickMs, ready);
  return {
    /** Undefined for a request of a page or file. */
    answer: (request: Request, ip: string) => functions.answer(request, ip) ?? passOn(request),
    /** Resolves when all services answer, with the lines to print. */
    ready,
    /** Stops the schedule and waits for calls and background work. */
    settle() {
      stopTicker();
      return functions.settle();
    },
    async close() {
      mailbox?.close();
      receiver?.close();
      // Let a start that is under way finish first: if its emulator stopped, it would tell the user to start one.
      await ready.catch(() => undefined);
      await emulator?.stop();
    },
  };
}

const wrongKey =
  'PRIVACY_KEY is missing, or not the one that the do-not-contact list was made with: no lead is sent. Set it to the value that it had before.';

async function openReceiver(env: NodeJS.ProcessEnv) {
  env.WEBHOOK_SECRET ||= newSecret();
  const secrets = env.WEBHOOK_SECRET.split(/\s+/).filter(Boolean);
  const receiver = await openWebhookReceiver(secrets, console.log);
  env.WEBHOOK_URL ??= receiver.url;
  env.ALERT_URL ??= receiver.alertUrl;
  env.NOTICE_TO ||= receiver.noticeUrl;
  env.RIGHTS_URL ||= receiver.url;
  return receiver;
}
