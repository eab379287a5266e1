export const testLead = {
  heading: 'Send a test lead',
  intro:
    'This sends an invented lead, marked as a test, on the way that every lead takes to the webhook. It is in no list, counts as no lead, and is gone after a day.',
  close: 'Close',

  /** What the one button does, by how far it is. */
  go: {
    rest: 'Send test',
    sending: 'Sending',
    'under way': 'On its way',
    missed: 'Try again now',
    arrived: 'Send another',
  },

  sending: 'It is being put into the queue.',
  underWay: 'It is in the queue, and on its way to the webhook.',
  arrived: (status: number, took: string) =>
    `It has arrived: the webhook answered ${status} after ${took}.`,
  arrivedUnseen: 'It has arrived.',
  answered: (status: number) => `It has not arrived: the webhook answered ${status}.`,
  unanswered: (why: string) => `It has not arrived. ${why}.`,

  notSent: 'The test could not be sent. Please try again.',
  notAsked: 'How it stands can’t be asked at the moment. Trying again.',
  gone: 'This test is gone: it is more than a day old.',
} as const;
