import { expect, test } from 'vitest';
import { isSilent, newTeller, noted } from '../../../functions/delivery/teller.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 15, minutes));
const lead = (id: string) => ({ id, at: at(0).toISOString() });

test.each([
  ['silent if it fails for an hour', ['a'], true],
  ['not silent if the lead that it failed to take was erased', [], false],
])('a chat is %s', (_, others, isIt) => {
  const leads = [lead('erased'), ...others.map(lead)];
  const due = { leads: [lead('erased')] };
  const failed = noted({ ...newTeller, leads }, due, false, at(0));
  expect(isSilent(noted(failed, due, undefined, at(1)), at(61))).toBe(isIt);
});
