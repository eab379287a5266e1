import type { Watch } from '../../functions/store/watch-state.ts';
import { CheckFailed, passed, type Check } from './check.ts';
import { firestore } from './firestore/reachable.ts';
import { services } from './settings.ts';
import { deployAgain } from './site.ts';

const minute = 60_000;

/** The canary comes each hour; the watch notes more often that it looked. */
const mostAge = 75 * minute;

const whereToLook =
  'look at watch on Netlify (Logs, Functions), and whether the deploy is published';

/** Whether Netlify runs the schedule, and runs it each minute. */
export const schedule: Check<Watch> = {
  name: 'schedule',
  needs: [services, firestore],
  run: async ({ openStore, now }, { found }) => {
    const store = await openStore(found(services).storage);
    const watch = await store.watch().finally(() => store.close());
    const { looked_at, looked_before } = watch;
    if (looked_at === null) {
      throw new CheckFailed(`The schedule has never run here: ${deployAgain}, and ${whereToLook}.`);
    }
    const minutes = Math.round((now().getTime() - Date.parse(looked_at)) / minute);
    if (minutes * minute > mostAge) {
      throw new CheckFailed(`The schedule has not run for ${minutes} minutes: ${whereToLook}.`);
    }
    const gap = Date.parse(looked_at) - Date.parse(looked_before ?? looked_at);
    if (gap > 30 * minute) {
      throw new CheckFailed(
        'The schedule runs hourly instead of each minute, so deliveries are retried late: choose a plan of Netlify that runs scheduled functions each minute. If the site was deployed within the hour, run the doctor again in ten minutes.',
      );
    }
    return { detail: `it looked ${minutes} minutes ago, and runs each minute`, found: watch };
  },
};

/** Shows what the site knows about its own troubles. */
export const unsentAlerts: Check = {
  name: 'unsent alerts',
  needs: [schedule],
  run: (_, { found }) => {
    const { notices, incidents } = found(schedule);
    const error = notices.findLast((it) => it.error !== null)?.error;
    if (typeof error === 'string') {
      throw new CheckFailed(
        `An alert could not be sent (${error}), and is tried again: check ALERT_URL on Netlify.`,
      );
    }
    return passed(
      incidents.length === 0
        ? 'none, and nothing is wrong'
        : `none; wrong now: ${incidents.map(({ what }) => what).join(' ')}`,
    );
  },
};

/** Whether a visitor's form works, as the canary found last. */
export const canary: Check = {
  name: 'canary',
  needs: [schedule],
  run: ({ now }, { found }) => {
    const { canary } = found(schedule);
    if (!canary?.visited_at) return passed('it comes each hour, and has not come so far');
    if (canary.failures > 0) {
      throw new CheckFailed(
        'The last visit of the canary failed: look at the line "canary-failed" in the log on Netlify (Logs, Functions, canary).',
      );
    }
    const age = now().getTime() - Date.parse(canary.visited_at);
    const minutes = Math.round(age / minute);
    if (age <= mostAge) return passed(`the form worked ${minutes} minutes ago`);
    throw new CheckFailed(`The canary has not come for ${minutes} minutes: ${whereToLook}.`);
  },
};
