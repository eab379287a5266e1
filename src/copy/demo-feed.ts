export const feedWords = {
  isNew: 'New Lead',
  when: 'just now',
  verdict: 'Qualified',
  /** In the order of a card. */
  fields: ['Name', 'Phone', 'Email', 'Location', 'Budget', 'Timeline'],
  note: 'Samples. The people and their details are made up.',
  pause: 'Pause the feed',
  play: 'Play the feed',
} as const;
