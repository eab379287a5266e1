import { sendTimeout, type Send, type Sent } from '../../functions/delivery/send.ts';
import { letterOf } from '../../functions/delivery/mail/letter.ts';
import type { Mail } from '../../functions/delivery/mail/settings.ts';
import type { Message } from '../../functions/delivery/webhook/message.ts';
import type { Call } from './call.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';
import type { Watch } from './promises.ts';

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

/** The customer's receiver, or their mail server. It accepts a lead or fails in one of many ways. */
export class Webhook {
  mood: Mood = 'takes';

  readonly #watch: Watch;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  sendFor =
    (site: Site, call: Call): Send =>
    async (message, { mail }) => {
      if (mail) return this.#mailed(message, mail, site, call);
      const { id, body } = message;
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

  /** Stands in for `sendMail` and the server that it asks. */
  async #mailed({ id, lead }: Message, mail: Mail, site: Site, call: Call): Promise<Sent> {
    if (!lead) throw new TypeError('Only leads are mailed');
    const missing = mail.to.filter((it) => !lead.mailed_to?.includes(it));
    if (missing.length === 0) return { status: 250, answer: '', retryAfter: null, ms: 0 };
    await call.sent();
    const mood = this.mood;
    const isTaken = ['takes', 'is slow', 'breaks off'].includes(mood);
    // A mailbox is full.
    const isSplit = mood === 'redirects';
    const to = missing.filter(() => isTaken || (isSplit && call.random.chance(0.5)));
    const isLost = mood === 'hangs' || mood === 'breaks off' || call.strikes('webhook answer lost');
    call.trace(() => `mail server ${mood}, ${to.length} of ${missing.length} get ${id}`);
    if (mood !== 'hangs') this.#watch.mailed(site, id, letterOf(lead, mail.site).text, to);
    const ms = mood === 'hangs' ? sendTimeout : call.random.between(20, 9000);
    await call.step(ms);
    if (isLost) return { error: 'The connection broke off', ms };
    const answer = { answer: '', retryAfter: null, ms };
    if (to.length === missing.length) return { ...answer, status: 250 };
    return { ...answer, status: call.random.pick([451, 552]), mailed_to: to };
  }
}
