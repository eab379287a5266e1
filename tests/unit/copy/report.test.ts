import { expect, test } from 'vitest';
import { contact } from '../../../src/copy/contact.ts';
import { report } from '../../../src/copy/report.ts';

test('the hours and steps of the report are the company’s, in words', () => {
  expect(contact.info.hours).toBe('Mon-Fri 9AM-6PM');
  expect(report.totals.atOnce).toBe('Answered within 5 minutes');
  expect(report.answered.steps).toEqual(['5 minutes', '15 minutes', '1 hour', '4 hours', '1 day']);
  expect(report.answered.hint).toBe(
    'Only business hours count: Monday to Friday, 9 AM to 6 PM in Houston. A day has 9 of them.',
  );
});
