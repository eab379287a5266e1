import { usd } from '../shared/pricing.ts';

/** What became of a lead, calls to make, and notes, in the panel. */
export const followUp = {
  outcome: {
    heading: 'Outcome',
    by: (who: string, when: string) => `Noted by ${who}, ${when}`,
    saved: (name: string, amount?: number) =>
      `Outcome: ${name}${amount === undefined ? '' : `, ${usd(amount)}`}`,
    failed: 'The outcome could not be saved',
    why: { lost: 'Why was it lost?', 'not-a-lead': 'Why is it not a lead?' },
    cancel: 'Cancel',
    save: 'Save',
    amount: 'Amount in dollars (optional)',
    badAmount: (most: string) => `Please write an amount from $0 to ${most}, like 4,200.`,
    words: 'In your words (optional)',
  },

  call: {
    label: 'Call back',
    change: 'Change',
    drop: 'Take back',
    at: (when: string) => `Call back ${when}`,
    now: 'Call back now',
    finished: 'The call is done',
    dropped: 'Call back canceled',
    failed: 'The call back could not be saved',
    when: 'When to call back',
    inAnHour: 'In an hour',
    afternoon: 'This afternoon at two',
    morning: (day: string) => `${day} at nine`,
    tomorrow: 'Tomorrow',
    exact: (zone: string) => `Or a date and time (${zone})`,
    missing: 'Please choose a date and a time.',
    passed: 'This time has passed. Please choose a later one.',
  },

  notes: {
    heading: 'Notes',
    label: 'New note',
    labelOf: 'Your note',
    add: 'Add note',
    save: 'Save note',
    saving: 'Saving',
    saved: 'Note saved',
    failed: 'Try again',
    edit: 'Edit',
    cancel: 'Cancel',
    remove: 'Remove',
    removed: 'Note removed',
    notRemoved: 'The note could not be removed',
    notSaved: 'The note could not be saved',
    edited: 'edited',
    now: 'The note says now:',
    number: (notes: number) => (notes === 1 ? '1 note' : `${notes} notes`),
    count: (used: string, most: string) => `${used} of ${most} characters`,
  },
} as const;
