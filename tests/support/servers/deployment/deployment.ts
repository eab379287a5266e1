import { expect, test } from 'vitest';
import { access } from '../../../../functions/auth/admins.ts';
import { makeSend } from '../../../../functions/delivery/send.ts';
import { newWatch } from '../../../../functions/store/watch-state.ts';
import { openHealth } from '../../../../functions/watch/health.ts';
import { asLines, examine, type DoctorDeps } from '../../../../scripts/doctor.ts';
import type { Finding } from '../../../../scripts/doctor/findings.ts';
import { caching, everywhere, onStaffPages, pagePolicy } from '../../../../src/shared/headers.ts';
import { aWorld } from '../../worlds/world.ts';
import { accountOf, newKeys } from '../fake-google.ts';
import { Receiver } from '../receiver.ts';
import { Cloud, type Answer } from './cloud.ts';
import { accessToken, openProject, projectId } from './google.ts';

const { publicKey, privateKey } = newKeys();
const apiKey = 'AIzaSy-key-that-nobody-may-read';
const secret = `whsec_${Buffer.from('a secret that nobody may read').toString('base64')}`;
const privacyKey = 'a-privacy-key-that-nobody-may-read';
const healthToken = 'a-token-of-monitors-that-nobody-may-read';
export const siteHost = 'www.leads.example';
const webhookHost = 'hooks.crm.example';
const alertHost = 'hooks.chat.example';
const noticeHost = 'hooks.team.example';
const rightsHost = 'hooks.texts.example';

/** Secrets that no output may contain. */
const secrets = [
  ...privateKey.split('\n').filter((it) => it !== '' && !it.startsWith('-----')),
  secret.slice('whsec_'.length),
  'path-secret',
  'query-secret',
  'user-secret',
  apiKey,
  accessToken,
  'a-key-that-nobody-may-read',
  privacyKey,
  healthToken,
];

export interface Deployment extends AsyncDisposable {
  env: Record<string, string | undefined>;
  world: DoctorDeps;
  cloud: Cloud;
  receiver: Receiver;
  chat: Receiver;
  /** Receives notices and rights messages. */
  others: Receiver;
  secret: string;
}

export async function aDeployment(): Promise<Deployment> {
  const receiver = await Receiver.open();
  const chat = await Receiver.open();
  const others = await Receiver.open();
  const cloud = await Cloud.open();
  openProject(cloud, publicKey, apiKey, siteHost);
  const site = await openSite(cloud, siteHost);
  const env: Deployment['env'] = {
    FIREBASE_SERVICE_ACCOUNT: accountOf(projectId, privateKey),
    FIREBASE_PROJECT_ID: projectId,
    PUBLIC_FIREBASE_API_KEY: apiKey,
    PUBLIC_FIREBASE_AUTH_DOMAIN: `${projectId}.firebaseapp.com`,
    WEBHOOK_URL: `https://user-secret:pass@${webhookHost}/path-secret?key=query-secret`,
    WEBHOOK_SECRET: secret,
    ALERT_URL: `https://${alertHost}/path-secret`,
    NOTICE_TO: `teams:https://${noticeHost}/path-secret`,
    RIGHTS_URL: `https://${rightsHost}/path-secret`,
    PRIVACY_KEY: privacyKey,
    HEALTH_TOKEN: healthToken,
    SITE_URL: `https://${siteHost}`,
  };
  const world: DoctorDeps = {
    env,
    fetch: cloud.fetch,
    connect: () => Promise.resolve(null),
    sendsTests: false,
    // Sends to the receiver on this machine, which the guard would refuse.
    send: (message, target, at) => {
      const { [target.url.hostname]: { url } = others } = {
        [alertHost]: chat,
        [webhookHost]: receiver,
      };
      return makeSend()(message, { ...target, url, allowPrivate: true }, at);
    },
  };
  return {
    env,
    world,
    cloud,
    receiver,
    chat,
    others,
    secret,
    async [Symbol.asyncDispose]() {
      await Promise.all(
        [cloud, receiver, chat, others, site].map((it) => it[Symbol.asyncDispose]()),
      );
    },
  };
}

/** The public part of the deployed site: two pages, the 404 page and two functions. */
async function openSite(cloud: Cloud, host: string): Promise<AsyncDisposable> {
  const world = aWorld({ healthToken });
  const page = (path: string, status = 200, different = {}) =>
    cloud.on(`${host}${path}`, () => pageOf(`https://${host}/`, status, different));
  page('/');
  page('/admin', 200, onStaffPages);
  page('/*', 404);
  const looked_at = world.deps.now().toISOString();
  await world.store.changeWatch(() => ({ ...newWatch, looked_at }));
  const health = openHealth();
  cloud.on(`${host}/api/access`, (request) => access(request, world.deps));
  cloud.on(`${host}/api/health`, (request) => health(request, world.deps));
  return world;
}

export async function pageOf(
  canonical: string,
  status = 200,
  different: Record<string, string> = {},
): Promise<Response> {
  const html = `<!doctype html><link rel="canonical" href="${canonical}"><title>Leads</title>`;
  const headers = {
    ...everywhere,
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': caching.revalidated,
    'content-security-policy': await pagePolicy(html),
    ...different,
  };
  return new Response(html, { status, headers });
}

interface Diagnosis {
  /** The sentences, by the check's name. */
  failed: Record<string, string>;
  skipped: string[];
  of: (name: string) => Finding | undefined;
}

/** Expects that the report contains no secret, whatever the fault. */
export async function diagnose({ world }: Deployment): Promise<Diagnosis> {
  const findings = await examine(world);
  const report = asLines(findings);
  expect(secrets.filter((it) => report.includes(it))).toEqual([]);
  const those = (outcome: string) => findings.filter((it) => it.outcome === outcome);
  return {
    failed: Object.fromEntries(those('failed').map(({ name, detail }) => [name, detail])),
    skipped: those('skipped').map(({ name }) => name),
    of: (name) => findings.find((it) => it.name === name),
  };
}

type Break = (deployment: Deployment) => unknown;

/** Breaks a deployment: replaces the answer at this address. */
export const answers =
  (place: string, answer: Answer): Break =>
  ({ cloud }) =>
    cloud.on(place, answer);

/** A test for each fault of a deployment: it fails this check and no other, with this sentence. */
export function reports(
  check: string,
  faults: Record<string, [sentence: RegExp, breakIt: Break]>,
  skipped?: readonly string[],
): void {
  const cases = Object.entries(faults);
  test.each(cases)(`the doctor reports of ${check}: %s`, async (_, [sentence, breakIt]) => {
    await using deployment = await aDeployment();
    breakIt(deployment);
    const found = await diagnose(deployment);
    expect({ failed: found.failed, skipped: skipped && found.skipped }).toEqual({
      failed: { [check]: expect.stringMatching(sentence) as string },
      skipped,
    });
  });
}
