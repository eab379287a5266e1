import { expect, test } from 'vitest';
import { newWatch } from '../../../functions/store/watch-state.ts';
import {
  day,
  eachMorning,
  friday,
  held,
  hour,
  kinds,
  lead,
  minute,
  pending,
  time,
  worldOf,
  type Trigger,
} from '../../support/worlds/watch-world.ts';

const quiet: [string, Omit<Trigger, 'kind'>][] = [
  [
    'a lead that is late by less than 10 minutes',
    { leads: [lead(0, { delivery: pending })], at: 10 * minute - 1 },
  ],
  [
    'a lead of Friday evening, on Sunday',
    { leads: [lead(friday + 6 * hour, { answered: null })], at: 5 * day },
  ],
  ['a held lead in a quiet night', { leads: [lead(6 * hour, { delivery: held })], at: 22 * hour }],
  [
    'a lead that was answered or archived',
    {
      leads: [
        lead(0, { answered: { at: time(0), by: 'Ada' } }),
        lead(0, { answered: null, archived: true }),
      ],
      at: 8 * hour,
    },
  ],
  [
    'a call back that is late by less than 30 business minutes',
    {
      leads: [lead(0, { call_back: { at: time(8 * hour - 15 * minute), by: 'Ada' } })],
      at: day - 46 * minute,
    },
  ],
  [
    'a lead that is late to be erased by less than a day',
    { deps: { retentionDays: 14 }, leads: [lead(-14.5 * day)], at: 0 },
  ],
  // The silence begins on Friday morning: Friday, Monday and half of Tuesday are 23 hours.
  [
    'a weekend without leads',
    {
      settings: { watchesSilence: true },
      leads: eachMorning.map((record, i) => ({ ...record, created_at: time(friday - i * day) })),
      at: friday + 4 * day + 5 * hour,
    },
  ],
  // From Tuesday at ten to Thursday evening are 26 hours, and nine are usual.
  [
    'a silence of less than three times the usual gap',
    { settings: { watchesSilence: true }, leads: eachMorning, at: 2 * day + 8 * hour },
  ],
  [
    'a silence of a new site',
    { settings: { watchesSilence: true }, leads: [lead(-day), lead(0)], at: 28 * day },
  ],
  [
    'a silence that nobody wants to know about',
    { settings: { watchesSilence: false }, leads: eachMorning, at: 28 * day },
  ],
];

test('a developer’s machine leaves the watch of the deployed site alone', async () => {
  const world = await worldOf({
    leads: [lead(0, { answered: null })],
    deps: { webhook: { state: 'off' } },
    settings: { isElsewhere: true },
    at: 8 * hour,
  });
  const before = { ...newWatch, looked_at: time(-day) };
  await world.store.changeWatch(() => before);
  await world.run();
  expect(await world.store.watch()).toEqual(before);
});

test.each(quiet)('the watch is quiet about %s', async (_, trigger) => {
  const world = await worldOf(trigger);
  await world.run();
  expect(await kinds(world.store)).toEqual([]);
  expect(world.news()).toEqual([]);
  expect(world.log).toEqual([]);
});
