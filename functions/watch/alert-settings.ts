import { parseTarget, type Target } from '../delivery/webhook/webhook.ts';
import { ConfigError } from '../unavailable.ts';
import { isDeployed, localSite, siteAt, type Env } from '../variables.ts';

export interface AlertSettings {
  /** The addresses of alerts. Without any, the inbox alone shows what is wrong. */
  targets: readonly Target[];
  /** After how many business hours a lead has been held, or has waited, for too long. 0: never. */
  waitingHours: number;
  /** Whether an unusually long time without leads is reported. */
  watchesSilence: boolean;
  /** The site's own address, for links. */
  site: string;
  /** Whether this is a developer's machine with the deployed site's store, which that site watches. */
  isElsewhere?: boolean;
  /** Sentences about wrong settings that the site can do without. */
  wrong: readonly string[];
}

export function parseAlertTargets(env: Env): Target[] {
  const deployed = isDeployed(env);
  const texts = (env.ALERT_URL ?? '').split(/\s+/).filter(Boolean);
  return texts.map((text) =>
    parseTarget('ALERT_URL', text, deployed, '; separate several with spaces'),
  );
}

const usualWaitingHours = 4;
/** Twenty weeks of business hours. */
const mostWaitingHours = 900;

export function parseWaitingHours({ ALERT_WAITING_HOURS: text }: Env): number {
  if (!text) return usualWaitingHours;
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours <= mostWaitingHours) return hours;
  throw new ConfigError(
    `ALERT_WAITING_HOURS must be a whole number of business hours up to ${mostWaitingHours}, or 0 for never.`,
  );
}

export function parseSilence({ ALERT_SILENCE: text }: Env): boolean {
  if (!text) return true;
  if (text === 'off') return false;
  throw new ConfigError('ALERT_SILENCE must be off, or not set.');
}

/** Netlify sets URL. */
export const siteOf = (env: Env): string =>
  siteAt(env.SITE_URL) ?? siteAt(env.URL) ?? localSite(env);
