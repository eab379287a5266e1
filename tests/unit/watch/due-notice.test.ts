import { expect, test } from 'vitest';
import { dueNotice, newWatch, type Notice } from '../../../functions/watch/incidents.ts';

const now = new Date('2026-03-02T16:00:00.000Z');

const isDueIn = (minutes: number): boolean => {
  const next_attempt_at = new Date(now.getTime() + minutes * 60_000).toISOString();
  const notice: Notice = { id: 'n', to: 0, text: 'Down', tries: 1, next_attempt_at, error: null };
  return dueNotice({ ...newWatch, notices: [notice] }, now) !== undefined;
};

test('a notice is due when its time has come', () => {
  expect(isDueIn(0)).toBe(true);
  expect(isDueIn(1)).toBe(false);
  expect(isDueIn(60)).toBe(false);
});

test('a notice whose time is from before a clock was set back is due', () => {
  expect(isDueIn(24 * 60)).toBe(true);
});
