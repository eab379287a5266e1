import type { Actor } from './simulation.ts';
import { answer, archive, followUp, erase, list, optOut, release, resend } from './actors/admin.ts';
import { oldPage, plainVisitor, visitor } from './actors/visitors.ts';
import { canaryVisit, health, retention, tick } from './actors/schedule.ts';
import { importAll, move } from './actors/mover.ts';
import { inspect } from './checks.ts';
import type { Mail } from '../../functions/delivery/mail/settings.ts';
import type { Random } from './random.ts';
import { someMood } from './webhook.ts';

const weather: Actor = ({ simulation, random, name }) => {
  simulation.webhook.mood = someMood(random);
  simulation.trace(() => `${name}: the webhook ${simulation.webhook.mood} from now on`);
  return Promise.resolve();
};

/** The fields that settings may add to the webhook's body. */
const moreFields = ['https://old.example', 'https://new.example'].map((site) => {
  return { names: ['answered_url'], site };
});

/** Some of the addresses, or all. */
const fewer = (mail: Mail, random: Random): Mail => {
  return { ...mail, to: mail.to.slice(random.between(0, mail.to.length - 1)) };
};

const deployment: Actor = ({ simulation, random, name }) => {
  const { target } = simulation;
  const { mail } = target;
  const site = random.pick(simulation.sites);
  site.webhook = random.chance(0.5)
    ? { state: random.pick(['off', 'missing', 'wrong']) }
    : {
        state: 'set',
        target: {
          ...target,
          more: random.pick(moreFields),
          ...(mail && { mail: fewer(mail, random) }),
        },
      };
  for (const process of site.processes) if (random.chance(0.5)) process.die();
  simulation.trace(
    () => `${name}: at ${site.name} the webhook is ${site.webhook.state} from now on`,
  );
  return Promise.resolve();
};

const outage: Actor = ({ simulation, random, name }) => {
  const { engine } = random.pick(simulation.sites);
  engine.downUntil = simulation.scheduler.time + random.pick([1000, 10_000, 300_000]);
  simulation.trace(
    () => `${name}: the store is down until ${new Date(engine.downUntil).toISOString()}`,
  );
  return Promise.resolve();
};

const kill: Actor = ({ simulation, random, name }) => {
  const process = random.pick(random.pick(simulation.sites).processes);
  simulation.trace(() => `${name}: process ${process.name} is killed`);
  process.die();
  return Promise.resolve();
};

const actors: Record<string, [act: Actor, weight: number]> = {
  visitor: [visitor, 10],
  'plain visitor': [plainVisitor, 3],
  'old page': [oldPage, 2],
  deployment: [deployment, 1],
  tick: [tick, 14],
  retention: [retention, 2],
  canary: [canaryVisit, 2],
  health: [health, 2],
  resend: [resend, 3],
  release: [release, 2],
  answer: [answer, 1],
  archive: [archive, 1],
  'follow-up': [followUp, 2],
  'opt-out': [optOut, 2],
  erase: [erase, 3],
  list: [list, 1],
  move: [move, 3],
  import: [importAll, 1],
  inspection: [({ simulation }) => inspect(simulation), 3],
  weather: [weather, 2],
  outage: [outage, 1],
  kill: [kill, 1],
};

interface Action {
  number: number;
  at: number;
  name: string;
  act: Actor;
}

const second = 1000;
const hour = 3600 * second;

/** The actors of a run, with their actions and times. Each seed leaves out some and has its own pace. */
export function planOf(random: Random): Action[] {
  const weights = Object.entries(actors).map(([kind, [act, weight]]) => {
    const isAlwaysThere = ['visitor', 'tick'].includes(kind);
    const times = isAlwaysThere ? 1 : random.pick([0, 1, 1, 3]);
    return [{ kind, act }, weight * times] as const;
  });
  const gaps = random.pick([
    [0, 200, second, 15 * second],
    [second, 10 * second, 60 * second, hour],
    [second, 60 * second, hour, 30 * hour, 200 * hour],
  ]);
  let at = 0;
  return Array.from({ length: random.between(8, 40) }, (_, number) => {
    at += Math.round(random.pick(gaps) * random.next());
    const { kind, act } = random.weighted(weights);
    return { number, at, name: `${number} ${kind}`, act };
  });
}
