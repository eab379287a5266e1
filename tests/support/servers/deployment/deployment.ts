import { generateKeyPairSync } from 'node:crypto';
import { makeSend } from '../../../../functions/delivery/webhook/post.ts';
import { openStore } from '../../../../functions/store/open.ts';
import type { DoctorDeps } from '../../../../scripts/doctor.ts';
import { Receiver } from '../receiver.ts';
import { Cloud } from './cloud.ts';
import { accessToken, openProject, projectId } from './google.ts';
import { openSite } from './site.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });

const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const apiKey = 'AIzaSy-key-that-nobody-may-read';
const secret = `whsec_${Buffer.from('a secret that nobody may read').toString('base64')}`;
const privacyKey = 'a-privacy-key-that-nobody-may-read';
export const siteHost = 'www.leads.example';
const webhookHost = 'hooks.crm.example';
export const alertHost = 'hooks.chat.example';

/** Secrets that no output may contain. */
export const secrets = [
  ...privateKey.split('\n').filter((it) => it !== '' && !it.startsWith('-----')),
  secret.slice('whsec_'.length),
  'path-secret',
  'query-secret',
  'user-secret',
  apiKey,
  accessToken,
  'a-key-that-nobody-may-read',
  privacyKey,
];

export interface Deployment extends AsyncDisposable {
  env: Record<string, string | undefined>;
  world: DoctorDeps;
  cloud: Cloud;
  receiver: Receiver;
  /** The alerts that arrived. */
  chat: Receiver;
  secret: string;
}

/** A deployment without any fault. */
export async function aDeployment(): Promise<Deployment> {
  const receiver = await Receiver.open();
  const chat = await Receiver.open();
  const cloud = await Cloud.open();
  openProject(cloud, pair.publicKey, apiKey, siteHost);
  const site = openSite(cloud, siteHost);
  const env: Deployment['env'] = {
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      type: 'service_account',
      project_id: projectId,
      client_email: `functions@${projectId}.iam.gserviceaccount.com`,
      private_key: privateKey,
    }),
    FIREBASE_PROJECT_ID: projectId,
    PUBLIC_FIREBASE_API_KEY: apiKey,
    PUBLIC_FIREBASE_AUTH_DOMAIN: `${projectId}.firebaseapp.com`,
    WEBHOOK_URL: `https://user-secret:pass@${webhookHost}/path-secret?key=query-secret`,
    WEBHOOK_SECRET: secret,
    ALERT_URL: `https://${alertHost}/path-secret`,
    PRIVACY_KEY: privacyKey,
    SITE_URL: `https://${siteHost}`,
  };
  const world: DoctorDeps = {
    env,
    wait: () => Promise.resolve(),
    fetch: cloud.fetch,
    openStore: () => {
      const connection = { projectId, emulatorHost: cloud.host };
      return openStore({ engine: 'firestore', connection }, () => undefined);
    },
    // Sends to the receiver on this machine, which the guard would refuse.
    send: (message, target, at) => {
      const { url } = target.url.hostname === alertHost ? chat : receiver;
      return makeSend()(message, { ...target, url, allowPrivate: true }, at);
    },
  };
  return {
    env,
    world,
    cloud,
    receiver,
    chat,
    secret,
    async [Symbol.asyncDispose]() {
      await Promise.all([cloud, receiver, chat, site].map((it) => it[Symbol.asyncDispose]()));
    },
  };
}
