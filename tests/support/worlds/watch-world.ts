import type { SiteDeps, Deps } from '../../../functions/deps.ts';
import { makeSend } from '../../../functions/delivery/send.ts';
import type { LogEvent } from '../../../functions/log/log.ts';
import type { Store } from '../../../functions/store/port.ts';
import { openTick } from '../../../functions/tick.ts';
import { openWatch } from '../../../functions/watch/look.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aRecord } from '../builders/record.ts';
import { aReceiver, sqliteEngine } from './each-engine.ts';
import { noAlerts, webhookAt, worldWith } from './world.ts';
import { visit } from '../../../functions/canary/canary.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { currentConsent } from '../../../src/shared/consent.ts';

export const minute = 60_000;
export const hour = 60 * minute;

/** A Tuesday morning in Houston. */
const tuesday = Date.parse('2026-03-03T10:00:00-06:00');

/** A site with a real receiver of alerts, and a clock that tests move. */
export async function openWatchWorld(
  store: Store,
  different: Partial<SiteDeps> = {},
  settings: Partial<SiteDeps['alerts']> = {},
) {
  const receiver = await aReceiver();
  let time = tuesday;
  const log: LogEvent[] = [];
  const target = { url: receiver.url, secrets: [], allowPrivate: true };
  const deps: SiteDeps = worldWith(store, {
    // No server listens there: no test here depends on it.
    webhook: webhookAt(new URL('http://127.0.0.1:9/')),
    send: makeSend(),
    alerts: { ...noAlerts, targets: [target], watchesSilence: false, ...settings },
    now: () => new Date(time),
    log: (event) => log.push(event),
    ...different,
  });
  const watch = openWatch();
  const tick = openTick();

  return {
    deps,
    receiver,
    log,
    at: () => new Date(time).toISOString(),
    run: () => watch(deps),
    goTo: (to: number) => {
      time = to;
    },
    /** Runs the watch for this long: every five minutes, or `atOnce` runs at each step. */
    pass: async (ms: number, atOnce = 1, step = 5 * minute) => {
      for (const end = time + ms; time < end;) {
        time += step;
        await Promise.all(Array.from({ length: atOnce }, () => watch(deps)));
      }
    },
    /** Runs the whole schedule for this long, including retries of deliveries. */
    tick: async (ms: number) => {
      for (const end = time + ms; time < end;) {
        time += 5 * minute;
        await tick(deps);
      }
    },
    /** The alerts that have come since the last call. */
    news: () => receiver.news(),
  };
}

export const day = 24 * hour;
/** The time this many milliseconds after Tuesday morning. */
export const time = (ms: number): string => new Date(tuesday + ms).toISOString();
export const friday = 3 * day;
export const pending: Delivery = { state: 'pending', next_attempt_at: time(30 * day) };
export const held: Delivery = { state: 'held', reasons: ['markup'] };
export const delivered: Delivery = { state: 'delivered', at: time(0) };
export const failed = (since: number): Delivery => ({
  state: 'failed',
  at: time(since),
  since: time(since),
});

export interface Trigger {
  kind: string;
  leads?: SubmissionRecord[];
  deps?: Partial<SiteDeps>;
  settings?: Partial<SiteDeps['alerts']>;
  /** Milliseconds after Tuesday morning. */
  at: number;
}

export const lead = (at: number, different: Partial<SubmissionRecord> = {}) =>
  aRecord({ created_at: time(at), delivery: delivered, ...different });

/** A world with the trigger's leads and settings, at its time. */
export async function worldOf({ leads = [], deps, settings, at }: Omit<Trigger, 'kind'>) {
  const store = (await sqliteEngine()).open();
  for (const record of leads) await store.create(record);
  const world = await openWatchWorld(store, deps, settings);
  world.goTo(tuesday + at);
  return { ...world, store };
}

export const kinds = async (store: Store) => (await store.watch()).troubles.map(({ kind }) => kind);

/** One lead each morning, for two weeks before Tuesday. */
export const eachMorning = [14, 13, 12, 11, 8, 7, 6, 5, 4, 1, 0].map((days) => lead(-days * day));

/** A built page with the form. */
export const contactPage = `<link rel="modulepreload" href="/_astro/preloaded.js"><link rel="stylesheet" href="/_astro/page.css">
<script type="module" src="/_astro/page.js"></script><script src="https://other.example/x.js"></script>
<astro-island component-url="/_astro/ContactForm.js" renderer-url="/_astro/client.js">
<form id="contact-form" class="ticket" action="/api/submit-contact" method="post">
<input type="hidden" name="source" value="contact_page"/>
<input type="hidden" name="consent_version" value="${currentConsent.version}"/>
<input id="name" name="name"/><input name="email"/><input name="phone"/><input name="company"/>
<select name="industry"><option value="">Choose</option><option value="roofing">Roofing</option></select>
<textarea name="message"></textarea><input name="website"/>
<input type="checkbox" name="consent_marketing" value="true"/></form></astro-island>`;

export const contactAssets = {
  '/_astro/preloaded.js': 'text/javascript',
  '/_astro/page.css': 'text/css; charset=utf-8',
  '/_astro/page.js': 'application/javascript; charset=utf-8',
  '/_astro/ContactForm.js': 'text/javascript',
  '/_astro/client.js': 'text/javascript',
};

type Answer = (request: Request) => Promise<Response> | Response;

/** A site whose responses a test may change, by their paths. */
export async function siteWith(store: Store, different: Partial<Deps> = {}) {
  const receiver = await aReceiver();
  const answers: Record<string, Answer> = {
    '/contact': () => new Response(contactPage),
    '/api/submit-contact': (request) => submitContact(request, deps),
    ...Object.fromEntries(
      Object.entries(contactAssets).map(([path, type]) => [
        path,
        () => new Response(null, { headers: { 'content-type': type } }),
      ]),
    ),
  };
  const deps = worldWith(store, {
    webhook: webhookAt(receiver.url),
    noticeTo: [{ url: receiver.url, secrets: [], allowPrivate: true }],
    canary: { isOn: true },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const answer = answers[new URL(request.url).pathname];
      return answer ? answer(request) : new Response(null, { status: 404 });
    },
    ...different,
  });
  return { deps, answers, receiver, visit: () => visit(deps) };
}
