/** With many leads in the store: the time of an inbox page, and the deliveries in one run of the schedule. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { retryDeliveries } from '../../functions/delivery/retry.ts';
import type { Send } from '../../functions/delivery/send.ts';
import { writeCursor } from '../../functions/http/cursor.ts';
import { submissions } from '../../functions/inbox/list.ts';
import type { Store } from '../../functions/store/port.ts';
import { submissionsPageSchema } from '../../src/shared/submission.ts';
import { bearer, listing } from '../../tests/support/builders/requests.ts';
import { webhookAt, worldWith } from '../../tests/support/worlds/world.ts';
import type { Figure } from './figures.ts';
import { seeded, type Inbox } from './filled-stores.ts';
import { median, withFolder } from './measuring.ts';

const few = 1000;
const many = 100_000;
const rounds = 200;

/** An inbox, and the ETag that an open page has. */
type Open = Inbox & { tag: string };

/** Each question's query and the leads that it must find. If `found` is 0, the request has the ETag and must get 304. */
const questions: readonly [name: string, queryFor: (inbox: Inbox) => string, found: number][] = [
  ['first page', () => '', 50],
  ['deep page', ({ deep }) => `cursor=${writeCursor(deep)}`, 50],
  ['first page of an industry', () => 'industry=roofing', 50],
  ['first page of those who wait', () => 'answered=no', 50],
  ['look when nothing changed', () => '', 0],
  ['search for one lead', () => 'q=owner777@', 1],
  ['search for a name that many have', () => 'q=dana', 50],
  ['search for two words that many have', () => 'q=services+ro', 50],
];

/** Time of each question with 100,000 leads, relative to 1,000 leads. SQLite scans all leads for a search, so its time is given as it is. */
export const measureInbox = (): Promise<Figure[]> =>
  withFolder(async (folder) => {
    const small = await open(join(folder, 'small'), few);
    const large = await open(join(folder, 'large'), many);
    const figures: Figure[] = [];
    for (const [question, queryFor, found] of questions) {
      // The reads alternate, so that other work on the machine slows both.
      const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
      for (let i = 0; i < rounds; i += 1) {
        times.small.push(await read(small, queryFor(small), found));
        times.large.push(await read(large, queryFor(large), found));
      }
      const slower = median(times.large);
      figures.push(
        question.startsWith('search')
          ? { name: `inbox, ${question}: in 100,000 submissions`, unit: 'ms', value: slower }
          : {
              name: `inbox, ${question}: 100,000 submissions against 1,000`,
              unit: 'times',
              value: slower / median(times.small),
            },
      );
    }
    await Promise.all([small.store.close(), large.store.close()]);
    return figures;
  });

async function open(folder: string, count: number): Promise<Open> {
  const inbox = await seeded(folder, count);
  await inbox.store.grantRole('sam', 'admin');
  const answer = await ask(inbox.store, '');
  return { ...inbox, tag: String(answer.headers.get('etag')) };
}

const ask = (store: Store, query: string, tag?: string): Promise<Response> =>
  submissions(
    listing(query, bearer('x'), tag),
    worldWith(store, { verify: () => Promise.resolve({ uid: 'sam', email: undefined }) }),
  );

async function read({ store, tag }: Open, query: string, found: number): Promise<number> {
  const began = performance.now();
  const response = await ask(store, query, found === 0 ? tag : undefined);
  const ms = performance.now() - began;
  if (found === 0) {
    if (response.status !== 304) throw new Error(`${query} found a change.`);
    return ms;
  }
  const page = submissionsPageSchema.parse(await response.json());
  if (page.submissions.length < found) throw new Error(`${query} found too few.`);
  return ms;
}

const backlog = 20_000;
const answerMs = 300;
const hangMs = 10_000;
const hanging = 10;

const success = { status: 200, answer: '', retryAfter: null, ms: answerMs };

export const measureDraining = (): Promise<Figure[]> =>
  withFolder(async (folder) => {
    const { store } = await seeded(folder, backlog, (at) => ({
      state: 'pending',
      next_attempt_at: at,
    }));
    const hangingIds = new Set<string>();
    const send: Send = async ({ id }) => {
      if (!hangingIds.has(id)) return wait(answerMs, success);
      return wait(hangMs, { error: 'timeout', ms: hangMs });
    };
    const webhook = webhookAt(new URL('https://leads.example'));
    const world = worldWith(store, { webhook, send, log: () => undefined });

    const plain = await retryDeliveries(world);
    for (const id of await store.due(new Date().toISOString(), hanging)) hangingIds.add(id);
    const behindHanging = await retryDeliveries(world);
    await store.close();
    const delivered = (condition: string, value: number): Figure => ({
      name: `20,000 pending leads on SQLite, ${condition}: delivered`,
      unit: 'in a run',
      value,
    });
    return [
      delivered('the webhook answers in 300 ms', plain),
      delivered('ten of them hang first', behindHanging),
    ];
  });
