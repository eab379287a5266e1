import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toDocument } from '../../../functions/store/firestore/documents.ts';
import { assumed, monthOf } from '../../../scripts/costs/month.ts';
import {
  bytesPerLead,
  firestore,
  netlify,
  canaryVisit,
} from '../../../scripts/costs/operations.ts';
import { monthTable, operationsTable } from '../../../scripts/costs.ts';
import { idleEvery, pollEvery } from '../../../src/islands/staff/polling.ts';
import { storedBytes } from '../../support/servers/firestore-size.ts';
import { aRecord } from '../../support/builders/record.ts';

const paper = readFileSync('docs/costs.md', 'utf8');
const words = paper.replace(/\s+/g, ' ');
const { per100k, freePerDay } = firestore;
const { credits } = netlify;
const dollars = (price: number): string => `$${price.toFixed(2)}`;

describe('docs/costs.md', () => {
  test('has the tables that `npm run costs` prints', () => {
    expect(paper.includes(operationsTable())).toBe(true);
    expect(paper.includes(monthTable())).toBe(true);
  });

  test.each([
    `- two salespeople have the inbox open ${assumed.hoursADay} hours a day on ${assumed.workingDays} days, and each works in it for half an hour a day: it then looks for changes every ${pollEvery / 1000} s, otherwise every ${idleEvery / 1000} s, and gets ${assumed.mbPerLook} MB each time; - an open inbox sees each lead change twice; each lead is opened and answered once; - a monitor asks every ${assumed.monitorMinutes} minutes`,
    `- ${assumed.visitsPerLead} visits for each lead, of ${assumed.requestsPerVisit} requests and ${assumed.mbPerVisit} MB`,
    `- a call of a function takes ${assumed.secondsPerCall} s, with a delivery ${assumed.secondsPerLead} s; ${assumed.deploys} deploys`,
  ])('says what is assumed: %s', (assumption) => {
    expect(assumed).toMatchObject({ salespeople: 2, hoursAtIt: 0.5, changesPerLead: 2 });
    expect(words.includes(assumption)).toBe(true);
  });

  test.each([
    `${dollars(per100k.reads)}, ${dollars(per100k.writes)} and ${dollars(per100k.deletes)} for 100,000 reads, writes and deletions, ${dollars(firestore.perGib)} for a GiB`,
    `${freePerDay.reads.toLocaleString('en-US')} reads and ${freePerDay.writes.toLocaleString('en-US')} writes a day are free`,
    `as of ${firestore.asOf}`,
    `of ${netlify.asOf}: ${credits.perGbHour} credits for a GB-hour of functions, ${credits.perGb} for a GB sent, ${credits.per10kRequests} for 10,000 requests, ${credits.perDeploy} for a deploy`,
  ])('says at which prices: %s', (price) => {
    expect(words.includes(price)).toBe(true);
  });
});

test('a lead takes no more storage than docs/costs.md assumes', () => {
  const usual = aRecord({
    name: 'Maria Fernanda Castillo-Whitfield',
    email: 'maria.castillo-whitfield@bluebonnet-roofing.example',
    company: 'Bluebonnet Roofing & Gutters of North Houston LLC',
    message: 'We cover Katy and Cypress. '.repeat(20),
  });
  const bytes = storedBytes('contact_submissions', usual.id, toDocument(usual));
  expect(bytes).toBeLessThan(bytesPerLead);
  expect(bytes).toBeGreaterThan(bytesPerLead * 0.8);
});

test('100 leads a month cost nothing, with at most a fifth of Firestore’s free reads', () => {
  expect(monthOf(100)).toMatchObject({ plan: 'Free', netlifyDollars: 0 });
  expect(monthOf(100).firestoreDollars).toBeLessThan(0.005);
  expect(monthOf(100).readsOnAWorkingDay).toBeLessThanOrEqual(freePerDay.reads / 5);
});

test('in a month without leads, Firestore only bills reads, the canary of each hour, and the looks for trouble', () => {
  const hours = 30 * 24;
  expect(monthOf(0)).toMatchObject({
    writes: hours * (12 + canaryVisit.writes),
    deletes: hours * canaryVisit.deletes,
    gibAfterAYear: 0,
  });
});
