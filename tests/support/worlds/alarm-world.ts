import { createAlarm } from '../../../src/islands/inbox/alarm/alarm-store.ts';
import type { Health } from '../../../src/shared/health.ts';

export const healthOf = (seconds: number | null, held: number | null = null): Health => ({
  store: 'reachable',
  oldest_undelivered_seconds: seconds,
  oldest_held_seconds: held,
  retention_behind: false,
});

/** The alarm before a site whose oldest lead came at a time that the test sets. */
export function watching(seconds: number | null) {
  const world = {
    time: 0,
    oldest: seconds === null ? undefined : -seconds * 1000,
    asked: [] as string[],
    mayMove: (() => true) as (comes: boolean) => boolean,
    answer: () =>
      Response.json(
        healthOf(
          world.oldest === undefined ? null : Math.floor((world.time - world.oldest) / 1000),
        ),
      ),
  };
  const alarm = createAlarm({
    fetch: (path) => {
      world.asked.push(path);
      return Promise.resolve().then(() => world.answer());
    },
    now: () => world.time,
    mayMove: (comes) => world.mayMove(comes),
  });
  return {
    world,
    alarm,
    waiting: () => {
      const strip = alarm.$strips.get().undelivered;
      return strip?.isOver ? 'only its space' : strip?.seconds;
    },
    later: async (ms: number) => {
      world.time += ms;
      await alarm.look();
    },
  };
}
