import { expect, test } from 'vitest';
import { newWatch, readWatch, type Notice } from '../../../functions/store/watch-state.ts';
import { noAlerts } from '../../support/worlds/world.ts';
import { advance, dueNotice } from '../../../functions/watch/incidents.ts';

const now = new Date('2026-03-02T16:00:00.000Z');

const aNotice = (different: Partial<Notice> = {}): Notice => ({
  id: 'n',
  to: 0,
  text: 'Down',
  tries: 1,
  next_attempt_at: now.toISOString(),
  error: null,
  ...different,
});

const isDueIn = (minutes: number): boolean => {
  const next_attempt_at = new Date(now.getTime() + minutes * 60_000).toISOString();
  const notices = [aNotice({ next_attempt_at })];
  return dueNotice({ ...newWatch, notices }, now) !== undefined;
};

test('a notice whose time is from before a clock was set back is due', () => {
  expect(isDueIn(60)).toBe(false);
  expect(isDueIn(24 * 60)).toBe(true);
});

test('while nobody takes alerts, the newest fifty are kept', () => {
  const old = Array.from({ length: 50 }, (_, i) => aNotice({ id: `n${i}` }));
  const targets = [{ url: new URL('https://chat.example'), secrets: [], allowPrivate: false }];
  const deps = { now: () => now, newId: () => 'newest', alerts: { ...noAlerts, targets } };
  const observed = [{ kind: 'store', what: 'The store is out of reach.' } as const];
  const { notices } = advance({ ...newWatch, notices: old }, observed, deps);
  expect(notices.map(({ id }) => id)).toEqual([...old.slice(1).map(({ id }) => id), 'newest']);
});

test('after a rollback, an incident of a newer kind takes no waiting notice with it', () => {
  const at = now.toISOString();
  const newer = { kind: 'newer', what: 'x', since: at, raised_at: at, reminders: 0 };
  const kept = { ...newWatch, looked_at: at, notices: [aNotice()] };
  expect(readWatch({ ...kept, incidents: [newer] })).toEqual(kept);
});
