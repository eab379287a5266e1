import { throwIfLate, code } from '../../../functions/store/firestore/client.ts';
import { firestoreStore } from '../../../functions/store/firestore/engine.ts';
import { recordSchema, tombstoneSchema } from '../../../functions/store/record.ts';
import type { Call } from '../call.ts';
import type { Engine, Observe, Stored } from '../site.ts';
import type { Scheduler } from '../scheduler.ts';
import { clientOf, type Travel } from './client.ts';
import { Database, refusal } from './database.ts';

const submissions = 'contact_submissions';
const unavailable = 14;
/** The library retries if it gets no answer, so a commit may be applied twice. */
const mostTries = 3;

/** The real engine on a model of Firestore, whose requests may be late, refused, lost or unanswered. */
export function firestoreEngine(scheduler: Scheduler, observe: Observe): Engine {
  let acting: Call | undefined;
  const database = new Database(({ collection, id }, before, after) => {
    if (collection === submissions) observe(id, stored(before), stored(after), acting);
  });

  const travelOnce = <T>(call: Call, name: string, apply: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!call.isAlive) return;
      const [there, back] = [call.latency(), call.latency()];
      const isLost = call.strikes('request lost');
      const isUnanswered = call.strikes('answer lost');
      const isContended = name.startsWith('commit') && call.strikes('contended');
      const answer = (arrives: () => void) => {
        scheduler.after(back, arrives, call);
      };
      call.send(there, () => {
        call.trace(() => name);
        try {
          if (isLost || engine.downUntil > scheduler.time) throw refusal(unavailable);
          if (isContended) throw refusal(code.aborted);
          acting = call;
          const result = apply();
          if (isUnanswered) throw refusal(unavailable);
          answer(() => {
            resolve(result);
          });
        } catch (error) {
          answer(() => {
            reject(error instanceof Error ? error : new TypeError(String(error)));
          });
        } finally {
          acting = undefined;
        }
      });
    });

  const travelOf =
    (call: Call): Travel =>
    async (name, apply) => {
      for (let tries = 1; ; tries++) {
        throwIfLate();
        try {
          return await travelOnce(call, name, apply);
        } catch (error) {
          const isUnanswered =
            error instanceof Error && 'code' in error && error.code === unavailable;
          const isOver = tries === mostTries || !isUnanswered;
          if (isOver) throw error;
          await call.step(call.random.between(100, 1500));
        }
      }
    };

  const engine: Engine = {
    downUntil: 0,
    truth: firestoreStore(
      clientOf(database, (_, apply) => Promise.try(apply)),
      () => undefined,
    ),
    all: () =>
      [...database.collection(submissions).values()].flatMap(({ data }) => stored(data) ?? []),
    storeFor: (call) => firestoreStore(clientOf(database, travelOf(call)), () => undefined),
    close: () => undefined,
  };
  return engine;
}

/** Leaves out fields that only queries use. */
const stored = (data: unknown): Stored | undefined => {
  if (data === undefined) return undefined;
  return 'erased_at' in (data as object) ? tombstoneSchema.parse(data) : recordSchema.parse(data);
};
