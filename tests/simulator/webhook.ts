import { sendTimeout, type Send, type Sent } from '../../functions/delivery/send.ts';
import type { Call } from './call.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';
import type { Watch } from './watch.ts';

const moods = [
  'takes',
  'fails',
  'hangs',
  'is slow',
  'redirects',
  'is gone',
  'says later',
  'breaks off',
] as const;

type Mood = (typeof moods)[number];

export const someMood = (random: Random): Mood =>
  random.chance(0.4) ? 'takes' : random.pick(moods);

/** The customer's receiver. It accepts a lead or fails in one of many ways. */
export class Webhook {
  mood: Mood = 'takes';

  readonly #watch: Watch;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** Receives the requests of calls. */
  sendFor =
    (site: Site, call: Call): Send =>
    async ({ id, body }) => {
      const took = (delay: number, sent: Omit<Extract<Sent, { status: number }>, 'ms'>) =>
        call.step(delay).then(() => ({ ...sent, ms: delay }));
      const broke = async (delay: number, error: string): Promise<Sent> => {
        await call.step(delay);
        return { error, ms: delay };
      };
      await call.sent();
      const mood = this.mood;
      const isTaken = mood === 'takes' || mood === 'is slow';
      const isLost = call.strikes('webhook answer lost');
      const delay =
        mood === 'is slow' ? call.random.between(1000, 9900) : call.random.between(20, 900);
      call.trace(() => `webhook ${mood}${isLost ? ', and its answer is lost' : ''}: ${id}`);
      this.#watch.arrived(site, { id, body, isTaken });
      if (isLost) return broke(delay, 'The connection broke off');
      const answer = { answer: '', retryAfter: null };
      switch (mood) {
        case 'takes':
        case 'is slow':
          return took(delay, { status: call.random.pick([200, 201, 204]), ...answer });
        case 'fails':
          return took(delay, { status: call.random.pick([400, 404, 500, 503]), ...answer });
        case 'redirects':
          return took(delay, { status: 302, ...answer });
        case 'is gone':
          return took(delay, { status: 410, ...answer });
        case 'says later': {
          const retryAfter = call.random.pick(['1', '120', '7200', '86400', '999999999', 'soon']);
          return took(delay, { status: call.random.pick([429, 503]), answer: 'Later', retryAfter });
        }
        case 'hangs':
          return broke(sendTimeout, `No answer within ${sendTimeout / 1000} s`);
        case 'breaks off':
          return broke(delay, 'The connection broke off');
      }
    };
}
