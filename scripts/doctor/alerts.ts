import { checkUrl } from '../../functions/delivery/webhook/guard.ts';
import { sendTimeout, sentenceOf } from '../../functions/delivery/webhook/post.ts';
import { sendAlert } from '../../functions/watch/send-alerts.ts';
import {
  parseAlertTargets,
  parseSilence,
  parseWaitingHours,
} from '../../functions/watch/alert-settings.ts';
import { testText } from '../../functions/watch/alert-texts.ts';
import { CheckFailed, NothingToCheck, passed, type Check } from './check.ts';
import { onNetlify, siteAddress } from './settings.ts';

/** Sends a test alert to each address. Prints only the hosts, since the path is the secret. */
export const alerts: Check = {
  name: 'alerts',
  sends: true,
  needs: [siteAddress],
  run: async ({ env, send, now, newId }, { found }) => {
    onNetlify(parseWaitingHours, env);
    onNetlify(parseSilence, env);
    const targets = onNetlify(parseAlertTargets, env);
    if (targets.length === 0) {
      throw new NothingToCheck('ALERT_URL is not set, so the inbox alone shows what is wrong');
    }
    const text = testText(found(siteAddress).href);
    for (const target of targets) {
      const { hostname } = target.url;
      try {
        checkUrl(target);
      } catch (error) {
        throw new CheckFailed(`${sentenceOf(error, sendTimeout)} (${hostname}): change ALERT_URL.`);
      }
      const deps = { send, now, log: () => undefined };
      const failure = await sendAlert({ id: newId(), text }, target, deps);
      if (failure !== null) {
        throw new CheckFailed(
          `${failure} (${hostname}): check whether its address in ALERT_URL is right, and takes what Slack's incoming webhooks take.`,
        );
      }
    }
    return passed(`a test alert was taken by ${targets.map(({ url }) => url.hostname).join(', ')}`);
  },
};
