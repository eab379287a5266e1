import { parseAddresses } from '../delivery/say.ts';
import type { Target } from '../delivery/webhook/webhook.ts';
import { ConfigError } from '../unavailable.ts';
import type { Env } from '../variables.ts';

export interface AlertSettings {
  /** The addresses of alerts. Without any, the inbox alone shows what is wrong. */
  targets: readonly Target[];
  /** After how many business hours a lead has waited for an answer for too long. 0: never. */
  waitingHours: number;
  /** The same for a lead that is held as spam. */
  heldHours: number;
  /** Whether an unusually long time without leads is reported. */
  watchesSilence: boolean;
  /** The authority that timestamps the end of the audit log. */
  timestamps?: URL | undefined;
  /** The site's own address, for links. */
  site: string;
  /** Whether this is a developer's machine with the deployed site's store, which that site watches. */
  isElsewhere?: boolean;
  /** Sentences about wrong settings that the site can do without. */
  wrong: readonly string[];
}

export const parseAlertTargets = (env: Env): Target[] => parseAddresses('ALERT_URL', env);

const usualHours = 4;
/** Twenty weeks of business hours. */
const mostHours = 900;

const parseHours =
  (name: 'ALERT_WAITING_HOURS' | 'ALERT_HELD_HOURS') =>
  ({ [name]: text }: Env): number => {
    if (!text) return usualHours;
    const hours = Number(text);
    if (/^\d+$/.test(text) && hours <= mostHours) return hours;
    throw new ConfigError(
      `${name} must be a whole number of business hours up to ${mostHours}, or 0 for never.`,
    );
  };

export const parseWaitingHours = parseHours('ALERT_WAITING_HOURS');
export const parseHeldHours = parseHours('ALERT_HELD_HOURS');

export function parseSilence({ ALERT_SILENCE: text }: Env): boolean {
  if (!text) return true;
  if (text === 'off') return false;
  throw new ConfigError('ALERT_SILENCE must be off, or not set.');
}
