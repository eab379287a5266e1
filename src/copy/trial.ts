export const trial = {
  heading: 'Send a test lead',
  intro:
    'This sends an invented lead that is marked as a test, the way of any other lead. It appears in no list or count, and is deleted after a day.',
  close: 'Close',

  /** The label of the one button at each step. */
  go: {
    rest: 'Send test',
    sending: 'Sending',
    'under way': 'On its way',
    missed: 'Try again now',
    arrived: 'Send another',
  },

  sending: 'Adding it to the queue.',
  underWay: 'It is in the queue.',
  arrived: (status: number, took: string) => `It arrived: the answer was ${status} after ${took}.`,
  arrivedUnseen: 'It arrived.',
  answered: (status: number) => `It did not arrive: the answer was ${status}.`,
  unanswered: (why: string) => `It did not arrive. ${why}.`,

  alert: 'Send a test alert',
  alertSending: 'Sending a test alert.',
  alertSent: (count: number) =>
    count === 1 ? 'A test alert was sent.' : `A test alert was sent to ${count} addresses.`,
  alertNotSent: 'The test alert could not be sent. Please try again.',

  notSent: 'The test lead could not be sent. Please try again.',
  notAsked: 'Its status is not available right now. Trying again.',
  gone: 'This test lead was deleted because it is more than a day old.',
} as const;
