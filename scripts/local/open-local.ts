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
 * Opens the functions of the project, on schedule, too, and starts replacements for the services that the
 * environment doesn't name. It adds these to the environment, where the functions find them. Existing
 * settings win.
 */
export async function openLocal(root: string, functionsFrom?: string) {
  const { env } = process;
  // Otherwise the schedule logs a line every two seconds and hides the lines of the webhook.
  // `LOG_LEVEL=info npm start` prints everything.
  env.LOG_LEVEL ||= 'error';
  const isReal = usesRealAccounts(env);
  // Report a wrong setting, or a folder that can't be used, before anything starts.
  const { storage, webhook, noticeTo, alerts } = parseEnv(env);
  if (storage.engine === 'sqlite') await withStore(storage, () => Promise.resolve());

  // Leads of a real project must not count as delivered because a terminal received them.
  const isOwn = isLocal(storage);
  if (isOwn) await addPrivacyKey(env);
  const targets = [...noticeTo, ...alerts.targets];
  if (webhook.state === 'set') targets.push(webhook.target);
  const mails = isOwn && !env.SMTP_URL && targets.some(({ mail }) => mail);
  const mailbox = mails ? await openMailReceiver(console.log) : undefined;
  if (mailbox) env.SMTP_URL = mailbox.url;
  const isOpen = isOwn && (mails || env.WEBHOOK_URL === undefined);
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
    // Of a Firebase project, the deployed site and the doctor say it.
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
  // Awaiting `ready` gives the error; until then, it must not end the process.
  ready.catch(() => undefined);

  const functions = await openFunctions(root, functionsFrom);
  const passOn = host ? passOnTo(host) : () => undefined;
  const stopTicker = startTicker(() => functions.callDue(), tickMs, ready);
  return {
    /** Undefined for a request that is for a page or a file. */
    answer: (request: Request, ip: string) => functions.answer(request, ip) ?? passOn(request),
    /** Resolves when all services answer, to the lines that introduce them. */
    ready,
    /** Calls nothing on schedule any more, and waits for what was begun. */
    settle() {
      stopTicker();
      return functions.settle();
    },
    async close() {
      mailbox?.close();
      receiver?.close();
      // A start that is still under way needs the emulator, and would ask the user to start it.
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
