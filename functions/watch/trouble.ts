/**
 * Finds trouble in the readings, and decides which alerts to send. These functions are pure; `look.ts` reads and writes.
 *
 * Each look finds all present trouble and compares it with the open trouble that the last look stored. A trouble that is
 * no longer found is over. If a reading failed, the trouble that it had shown stays open, because a failed reading
 * doesn't prove that it is over.
 */
import { businessDayMs, businessMs, inCompanyTime } from '../../src/shared/company-time.ts';
import type { TroubleKind } from '../../src/shared/health.ts';
import { ageMs, hour } from '../durations.ts';
import type { OpenTrouble } from '../store/watch-state.ts';
import type { Readings } from './readings.ts';
import { troubleKinds, type Trouble, type WatchSettings } from './trouble-kinds.ts';

const kinds = Object.keys(troubleKinds) as TroubleKind[];

/** A failed reading is missing from `readings`. */
export function troubleIn(
  readings: Partial<Readings> & Pick<Readings, 'watch'>,
  settings: WatchSettings,
  now: Date,
): Trouble[] {
  const isRead = (kind: TroubleKind) => troubleKinds[kind].needs.every((name) => name in readings);
  const found = kinds.flatMap((kind): Trouble[] => {
    const { find, isOn } = troubleKinds[kind];
    if (isOn?.(settings.alerts) === false) return [];
    if (!isRead(kind)) return readings.watch.troubles.filter((open) => open.kind === kind);
    const finding = find?.(readings as Readings, settings, now);
    return finding ? [{ kind, ...finding }] : [];
  });
  return kinds.every(isRead) ? found : [{ kind: 'checks', what: checksFail }, ...found];
}

const checksFail =
  'Leads are taken, but not all checks for trouble work, so some trouble would not be reported. The log says why.';

export interface NewAlert {
  kind: TroubleKind;
  text: string;
}

/** A trouble gets an alert when it begins, each day, when its number has doubled, and when it is over. */
export function updateTroubles(
  before: readonly OpenTrouble[],
  found: readonly Trouble[],
  { alerts }: Pick<WatchSettings, 'alerts'>,
  now: Date,
): { troubles: OpenTrouble[]; newAlerts: NewAlert[] } {
  const at = now.toISOString();
  const host = hostOf(alerts.site);
  const hasTargets = alerts.targets.length > 0;
  const newAlerts: NewAlert[] = [];

  const troubles = found.map(({ kind, what, since, count }): OpenTrouble => {
    const known = before.find((trouble) => trouble.kind === kind);
    const { told_at = null, told_count = null } = known ?? {};
    const open = { kind, what, since: since ?? known?.since ?? at, told_at, told_count };
    const reason = reasonForAlert(open, count, now);
    // Without an address, `told_at` stays null, so an address that is set up later gets the alert.
    if (!reason || !hasTargets || troubleKinds[kind].inInboxOnly) return open;
    const text = `${host}${additions[reason]}: ${what} Since ${timeText(open.since)}.`;
    newAlerts.push({ kind, text });
    return { ...open, told_at: at, told_count: count ?? told_count };
  });

  for (const { kind, since, told_at } of before) {
    const { endSentence, isOn } = troubleKinds[kind];
    const isFound = found.some((trouble) => trouble.kind === kind);
    const isOff = isOn?.(alerts) === false;
    if (isFound || isOff || told_at === null || !hasTargets) continue;
    const text = `${host}: ${endSentence} This is over; it began on ${timeText(since)}.`;
    newAlerts.push({ kind, text });
  }
  return { troubles, newAlerts };
}

/** What an alert says between the host and the sentence. */
const additions = { new: '', grown: ', more than before', lasting: ', still wrong' } as const;

/** In ms: the shortest wait between an alert and one that reports a doubled number. */
const growthPause = hour;

/** Undefined if no alert is due. */
function reasonForAlert(
  { kind, told_at, told_count }: OpenTrouble,
  count: number | undefined,
  now: Date,
): keyof typeof additions | undefined {
  if (told_at === null) return 'new';
  const age = ageMs(told_at, now);
  const isDoubled = count !== undefined && told_count !== null && count >= 2 * told_count;
  if (isDoubled && age >= growthPause) return 'grown';
  const isNextDay = troubleKinds[kind].inBusinessHours
    ? businessMs(Date.parse(told_at), now.getTime()) >= businessDayMs
    : age >= 24 * hour;
  return isNextDay ? 'lasting' : undefined;
}

export const hostOf = (site: string): string => new URL(site).host;

export const testText = (site: string): string =>
  `${hostOf(site)}: This is a test alert. Nothing is wrong.`;

const format = inCompanyTime({
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

const timeText = (time: string): string =>
  format.format(Date.parse(time)).replaceAll('\u202f', ' ');
