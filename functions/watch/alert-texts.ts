import type { Incident, IncidentKind } from '../../src/shared/health.ts';
import { companyTimeZone } from '../../src/shared/company-time.ts';

const over: Record<IncidentKind, string> = {
  store: 'The store can be reached again.',
  settings: 'All settings are right again.',
  webhook: 'The webhook is set up again.',
  deliveries: 'No lead waits for the webhook any more.',
  given_up: 'Every lead that was given up has been delivered or erased.',
  canary: 'The form works again.',
  retention: 'No lead is older than RETENTION_DAYS allows any more.',
  held: 'No lead is held for too long now.',
  waiting: 'No lead waits too long for an answer now.',
  silence: 'Leads are coming in again.',
};

/** The texts of alerts: what is wrong, since when, and where to look. */
export const raisedText = (incident: Incident, site: string): string =>
  `${hostOf(site)}: ${incident.what} ${sinceText(incident)} ${inboxAt(site)}`;

export const reminderText = (incident: Incident, hours: number, site: string): string =>
  `${hostOf(site)}, still the same after ${hours} hours: ${incident.what} ${sinceText(incident)} ${inboxAt(site)}`;

export const overText = ({ kind, since }: Incident, site: string): string =>
  `${hostOf(site)}: ${over[kind]} This is over; it began on ${timeText(since)}. ${inboxAt(site)}`;

export const testText = (site: string): string =>
  `${hostOf(site)}: This is a test alert. Nothing is wrong. ${inboxAt(site)}`;

const hostOf = (site: string): string => new URL(site).host;
const inboxAt = (site: string): string => new URL('/admin', site).href;
const sinceText = ({ since }: Incident): string => `Since ${timeText(since)}.`;

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: companyTimeZone,
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

const timeText = (time: string): string =>
  format.format(Date.parse(time)).replaceAll('\u202f', ' ');

/** For one, or a number of them up to the most that were read. */
export const leadsText = (count: number, most = Infinity): string =>
  count === 1
    ? '1 lead'
    : `${count.toLocaleString('en-US')}${count >= most ? ' or more' : ''} leads`;
