import { describe, expect, test } from 'vitest';
import {
  dueOf,
  isCrowded,
  isFree,
  isSilent,
  leased,
  newTeller,
  noted,
  withNews,
} from '../../../functions/delivery/teller.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 15) + minutes * 60_000);
const iso = (minutes: number) => at(minutes).toISOString();
const lead = (id: string, minutes = 0) => ({ id, at: iso(minutes) });
const leads = (count: number, minutes = 0) =>
  Array.from({ length: count }, (_, i) => lead(`lead-${i}`, minutes));
const times = (count: number, minutes: number) => Array.from({ length: count }, () => iso(minutes));
const trial = { ...lead('trial'), test: true as const };
/** A millisecond, in minutes. */
const ms = 1 / 60_000;

test('an address is free from its time on, and after a clock was set back', () => {
  const teller = { ...newTeller, next_attempt_at: iso(0) };
  const free = [-60 - ms, -60, -ms, 0, 1].map((it) => isFree(teller, at(it)));
  expect(free).toEqual([true, false, false, true, true]);
  expect(isFree(leased(newTeller, at(0)), at(1 - ms))).toBe(false);
  expect(isFree(leased(newTeller, at(0)), at(1))).toBe(true);
});

test('an address is silent once it has taken nothing for an hour of tries', () => {
  const teller = { ...newTeller, failing_since: iso(0) };
  expect([60 - ms, 60, 61].map((it) => isSilent(teller, at(it)))).toEqual([false, true, true]);
  expect(isSilent(newTeller, at(999))).toBe(false);
});

test('of more than 500 leads that wait, the newest are kept', () => {
  const many = withNews({ ...newTeller, leads: leads(499) }, [lead('new'), lead('newest')]);
  expect(many.leads).toHaveLength(500);
  expect([many.leads[0]?.id, many.leads.at(-1)?.id]).toEqual(['lead-1', 'newest']);
});

describe('leads are told one by one', () => {
  test('up to five in ten minutes, and then the schedule tells how many came', () => {
    for (const [waiting, told, isOne] of [
      [1, 4, true],
      [5, 0, true],
      [1, 5, false],
      [6, 0, false],
    ] as const) {
      const teller = { ...newTeller, leads: leads(waiting), told: times(told, -1) };
      expect(isCrowded(teller, at(0))).toBe(waiting + told >= 5);
      expect(dueOf(teller, at(0), false)).toEqual(isOne ? { leads: [lead('lead-0')] } : undefined);
      const due = dueOf(teller, at(0), true);
      expect(due?.sum).toBe(isOne ? undefined : '6 new leads in ten minutes.');
      expect(due?.leads).toHaveLength(isOne ? 1 : waiting);
    }
  });

  test('and those of more than ten minutes ago don’t count', () => {
    const teller = { ...newTeller, leads: leads(1), told: times(5, -10) };
    expect(isCrowded(teller, at(0))).toBe(false);
    expect(dueOf(teller, at(0), false)).toEqual({ leads: leads(1) });
  });

  test('and a sum that is late names no time', () => {
    const sumOf = (age: number) => dueOf({ ...newTeller, leads: leads(6, -age) }, at(0), true)?.sum;
    expect(sumOf(11)).toBe('6 new leads in ten minutes.');
    expect(sumOf(11 + ms)).toBe('6 new leads.');
  });

  test('a trial lead first, and in no sum', () => {
    const teller = { ...newTeller, leads: [...leads(6), trial] };
    expect(dueOf(teller, at(0), false)).toEqual({ leads: [trial] });
    const after = noted(teller, { leads: [trial] }, true, at(0));
    expect(after).toMatchObject({ leads: leads(6), told: [], next_attempt_at: iso(0) });
    expect(dueOf(after, at(0), true)).toMatchObject({ leads: leads(6) });
    expect(dueOf(newTeller, at(0), true)).toBeUndefined();
  });
});

describe('after a message', () => {
  const due = { leads: [lead('lead-0')] };

  test('the lead is told, and the next one is due at once', () => {
    const teller = { ...newTeller, leads: leads(3), told: times(5, -9) };
    const after = noted({ ...teller, failing_since: iso(-5) }, due, true, at(0));
    expect(after.leads.map(({ id }) => id)).toEqual(['lead-1', 'lead-2']);
    expect(after.told).toEqual([...times(4, -9), iso(0)]);
    expect(after).toMatchObject({ next_attempt_at: iso(0) });
    expect(after).not.toHaveProperty('failing_since');
  });

  test.each([
    [0, 1],
    [0.5, 1],
    [6, 5],
    [20, 14],
  ])('that failed, as the ones before for %d minutes, the next is in %d', (failed, pause) => {
    const teller = { ...newTeller, leads: leads(2), failing_since: iso(-failed) };
    const after = noted(teller, due, false, at(0));
    expect(after).toEqual({ ...teller, next_attempt_at: iso(pause) });
    expect(noted(newTeller, due, false, at(0)).failing_since).toBe(iso(0));
  });

  test('that failed for an hour, leads that are older are given up', () => {
    const teller = { ...newTeller, leads: [lead('old', -60), lead('new', -59)] };
    const after = noted({ ...teller, failing_since: iso(-60) }, due, false, at(0));
    expect(after).toMatchObject({ leads: [lead('new', -59)], next_attempt_at: iso(14) });
    const almost = noted({ ...teller, failing_since: iso(-59) }, due, false, at(0));
    expect(almost.leads).toHaveLength(2);
    const none = { ...newTeller, leads: [lead('old', -61)], failing_since: iso(-61) };
    expect(noted(none, due, false, at(0))).toMatchObject({ leads: [], next_attempt_at: iso(0) });
  });

  test.each([
    ['silent if it fails for an hour', ['another'], true],
    ['not silent if the lead that it failed to take was erased', [], false],
  ])('an address is %s', (_, others, isIt) => {
    const teller = { ...newTeller, leads: [lead('lead-0'), ...others.map((it) => lead(it))] };
    const failed = noted(teller, due, false, at(0));
    const erased = noted(failed, due, undefined, at(1));
    expect(erased).toMatchObject({ next_attempt_at: iso(1), told: [] });
    expect(isSilent(erased, at(61))).toBe(isIt);
  });
});
