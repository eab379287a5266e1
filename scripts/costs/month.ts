import { checkEvery } from '../../src/islands/inbox/alarm/alarm-store.ts';
import { readAgainAfter } from '../../src/islands/inbox/list/lead-list-store.ts';
import { idleEvery, pollEvery } from '../../src/islands/staff/polling.ts';
import { bytesPerLead, canaryVisit, operations, firestore, netlify } from './operations.ts';

/** Assumptions that no code contains; docs/costs.md explains them. */
export const assumed = {
  days: 30,
  workingDays: 22,
  salespeople: 2,
  /** Hours in which each salesperson has the inbox open. */
  hoursADay: 8,
  /** Hours of these in which somebody is at it. The rest of the time it is only visible. */
  hoursAtIt: 0.5,
  visitsPerLead: 30,
  requestsPerVisit: 15,
  mbPerVisit: 0.2,
  /** How often an open inbox sees a lead change: it came and was delivered, and it was answered. */
  changesPerLead: 2,
  mbPerLook: 0.001,
  /** How often a monitor asks for /api/health. */
  monitorMinutes: 5,
  /** How long a function runs, including waiting for Firestore; a lead includes its delivery. */
  secondsPerCall: 0.5,
  secondsPerLead: 1.5,
  deploys: 4,
} as const;

const minutesADay = 24 * 60;
const hour = 3_600_000;
const inFrontMs = assumed.salespeople * assumed.hoursADay * hour;
const firstPagesADay = inFrontMs / readAgainAfter;
const atItMs = assumed.salespeople * assumed.hoursAtIt * hour;
const looksADay = atItMs / pollEvery + (inFrontMs - atItMs) / idleEvery;
/** An inbox asks what is wrong, and a monitor asks for the health by day and night. */
const alertsADay = inFrontMs / checkEvery;
const watchedADay = minutesADay / assumed.monitorMinutes;
/**
 * Due deliveries and the watch are called each minute; what is to be erased, each hour. The canary comes
 * each hour, too, and its lead and its thank-you page are two calls more.
 */
const scheduledADay = 2 * minutesADay + 4 * 24;

const lead = operations['a lead with a message of 60 characters or more'];
const look = operations['the inbox: a look when nothing changed'];
const firstPage = operations['the inbox: its first page'];
const panel = operations['the inbox: a lead’s panel'];
const answer = operations['a lead that an admin answers'];
const idle = operations['a minute with nothing to deliver'];
const sweep = operations['an hour with no old trial leads'];
const erase = operations['an hour with nothing to erase'];
const health = operations['a reading of /api/health'];
const alerts = operations['a reading of /api/alerts'];
const watched = operations['a minute of the watch'];
const looked = operations['every five minutes, with a look for trouble'];
const looksForTrouble = minutesADay / 5;

const scheduledReadsADay =
  minutesADay * (idle.reads + watched.reads) +
  looksForTrouble * (looked.reads - watched.reads) +
  24 * (sweep.reads + erase.reads + canaryVisit.reads);
const scheduledWritesADay = looksForTrouble * looked.writes + 24 * canaryVisit.writes;

/** A month with this many leads, if the webhook accepts each at the first try. */
export function monthOf(leads: number) {
  const { days, workingDays } = assumed;
  const looks = workingDays * looksADay;
  const scheduled = days * scheduledADay;
  const others = workingDays * alertsADay + days * watchedADay;
  const calls = 3 * leads + looks + scheduled + others;
  const { quiet, inFront } = readsADay(leads);
  const writes = leads * (lead.writes + answer.writes) + days * scheduledWritesADay;
  const deletes = leads * lead.deletes + days * 24 * canaryVisit.deletes;
  const gibAfterAYear = (12 * leads * bytesPerLead) / 2 ** 30;
  const credits = creditsOf({ leads, looks, scheduled, others });
  return {
    calls,
    reads: days * quiet + workingDays * inFront,
    readsOnAWorkingDay: quiet + inFront,
    writes,
    deletes,
    gibAfterAYear,
    firestoreDollars: firestoreDollars({ leads, deletes, gibAfterAYear }),
    credits,
    ...netlifyPlan(credits),
  };
}

/** Without anybody at the inbox, and what two open inboxes add. */
function readsADay(leads: number): { quiet: number; inFront: number } {
  const leadsADay = leads / assumed.days;
  const seen = assumed.salespeople * assumed.changesPerLead;
  return {
    quiet: leadsADay * lead.reads + scheduledReadsADay + watchedADay * health.reads,
    inFront:
      looksADay * look.reads +
      alertsADay * alerts.reads +
      firstPagesADay * firstPage.reads +
      leadsADay * (seen + panel.reads + answer.reads),
  };
}

/** The free quota is per day: what is unused on Sunday doesn't count on Monday. */
function firestoreDollars({
  leads,
  deletes,
  gibAfterAYear,
}: Record<'leads' | 'deletes' | 'gibAfterAYear', number>): number {
  const { days, workingDays } = assumed;
  const { freePerDay, per100k, freeGib, perGib } = firestore;
  const { quiet, inFront } = readsADay(leads);
  const over = (count: number, free: number) => Math.max(0, count - free);
  const reads =
    workingDays * over(quiet + inFront, freePerDay.reads) +
    (days - workingDays) * over(quiet, freePerDay.reads);
  const written = (leads / days) * (lead.writes + answer.writes) + scheduledWritesADay;
  const writes = days * over(written, freePerDay.writes);
  const operated = reads * per100k.reads + writes * per100k.writes + deletes * per100k.deletes;
  return operated / 100_000 + over(gibAfterAYear, freeGib) * perGib;
}

function creditsOf({
  leads,
  looks,
  scheduled,
  others,
}: Record<'leads' | 'looks' | 'scheduled' | 'others', number>): number {
  const { perDeploy, perGbHour, perGb, per10kRequests } = netlify.credits;
  const visits = leads * assumed.visitsPerLead;
  const asked = 2 * leads + looks + others;
  const seconds = (scheduled + asked) * assumed.secondsPerCall + leads * assumed.secondsPerLead;
  const gb = (visits * assumed.mbPerVisit + looks * assumed.mbPerLook) / 1000;
  const requests = visits * assumed.requestsPerVisit + asked + leads;
  return Math.ceil(
    assumed.deploys * perDeploy +
      (seconds / 3600) * netlify.functionGb * perGbHour +
      gb * perGb +
      (requests / 10_000) * per10kRequests,
  );
}

/** The cheapest plan with enough credits, including the packs that it needs. */
function netlifyPlan(credits: number): { plan: string; netlifyDollars: number } {
  const offers = netlify.plans.map((it) => {
    const missing = Math.max(0, credits - it.credits);
    const { pack } = it;
    const more = pack ? Math.ceil(missing / pack.credits) * pack.dollars : Infinity;
    return { plan: it.name, netlifyDollars: it.dollars + (missing === 0 ? 0 : more) };
  });
  const [cheapest] = offers.toSorted((a, b) => a.netlifyDollars - b.netlifyDollars);
  if (!cheapest) throw new Error('No plan has enough credits');
  return cheapest;
}
