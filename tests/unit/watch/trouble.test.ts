/** What is wrong, and which alerts follow, as functions of readings, settings and the time. */
import { describe, expect, test } from 'vitest';
import { newWatch, type OpenTrouble } from '../../../functions/store/watch-state.ts';
import { updateTroubles, troubleIn } from '../../../functions/watch/trouble.ts';
import type { Trouble } from '../../../functions/watch/trouble-kinds.ts';
import type { Readings } from '../../../functions/watch/readings.ts';
import { noAlerts, worldWith } from '../../support/worlds/world.ts';

const noStore = () => Promise.reject(new Error('These functions read nothing'));
const target = { url: new URL('https://chat.example'), secrets: [], allowPrivate: false };
const settings = worldWith(noStore, {
  alerts: { ...noAlerts, targets: [target] },
});

/** A Tuesday in Houston, this many hours after ten. */
const at = (hours: number) => new Date(Date.parse('2026-03-03T10:00:00-06:00') + hours * 3_600_000);
const iso = (hours: number) => at(hours).toISOString();

const none = { count: 0, oldest: undefined, damaged: 0 };
const quiet: Readings = {
  watch: newWatch,
  isListReadable: true,
  browserReports: [],
  deliveries: { pending: none, late: none, failed: none },
  isRetentionBehind: false,
  waits: { held: undefined, waiting: undefined },
  nextCall: undefined,
  arrivals: { last: '', usual: [] },
  overdueMessages: [],
};

const failing: Trouble = { kind: 'given_up', what: 'Wrong.', since: iso(0), count: 4 };

/** The trouble as stored after an alert, this many hours after ten. */
const open = (hours: number, more: Partial<OpenTrouble> = {}): OpenTrouble => ({
  kind: 'given_up',
  what: 'Wrong.',
  since: iso(0),
  told_at: iso(hours),
  told_count: 4,
  ...more,
});

const texts = (before: OpenTrouble[], found: Trouble[], hours: number) =>
  updateTroubles(before, found, settings, at(hours)).newAlerts.map(({ text }) => text);

test('no readings mean no trouble', () => {
  expect(troubleIn(quiet, settings, at(0))).toEqual([]);
});

test('a trouble stays while its check cannot be read', () => {
  const { deliveries, ...others } = quiet;
  const watch = { ...newWatch, troubles: [open(0), open(0, { kind: 'retention' })] };
  const found = troubleIn({ ...others, watch }, settings, at(1));
  expect(found.map(({ kind }) => kind)).toEqual(['checks', 'given_up']);
  expect(troubleIn({ ...others, deliveries, watch }, settings, at(1))).toEqual([]);
});

describe('a trouble is reported', () => {
  test('when it begins, each day, and when it is over', () => {
    expect(texts([], [failing], 0)).toEqual([
      expect.stringMatching(/^leadwright\.example: Wrong\. /),
    ]);
    expect(texts([open(0)], [failing], 23.9)).toEqual([]);
    expect(texts([open(0)], [failing], 24)).toEqual([expect.stringContaining(', still wrong: ')]);
    expect(texts([open(0)], [], 1)).toEqual([expect.stringContaining('This is over; it began on')]);
  });

  test('when its number has doubled, at most once an hour', () => {
    const grown = (count: number, hours: number) =>
      texts([open(0)], [{ ...failing, count }], hours);
    expect([grown(7, 5), grown(8, 0.9)]).toEqual([[], []]);
    expect(grown(8, 1)).toEqual([expect.stringContaining(', more than before: ')]);
    const { troubles } = updateTroubles([open(0)], [{ ...failing, count: 8 }], settings, at(1));
    expect(troubles).toMatchObject([{ told_at: iso(1), told_count: 8 }]);
  });

  test('on the next business day, if it can wait for office hours', () => {
    const waiting = { kind: 'waiting', what: 'Waiting.', since: iso(0) } as const;
    const before = [open(6, { kind: 'waiting', told_count: null })];
    expect(texts(before, [waiting], 22)).toEqual([]);
    expect(texts(before, [waiting], 30)).toHaveLength(1);
  });

  test('to the first address, once one is set', () => {
    const nobody = { alerts: noAlerts };
    const { troubles, newAlerts } = updateTroubles([], [failing], nobody, at(0));
    expect(newAlerts).toEqual([]);
    expect(updateTroubles(troubles, [], nobody, at(1)).newAlerts).toEqual([]);
    expect(texts(troubles, [failing], 1)).toEqual([expect.stringContaining(': Wrong. Since')]);
    // An address that never heard of it gets no message about its end.
    expect(texts(troubles, [], 1)).toEqual([]);
  });

  test('to no address if none accepts alerts', () => {
    expect(texts([], [{ kind: 'alerts', what: 'No address takes them.' }], 0)).toEqual([]);
  });
});
