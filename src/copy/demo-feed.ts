export const feedWords = {
  isNew: 'New Lead',
  when: 'just now',
  verdict: 'Qualified',
  /** In the order of a card. */
  fields: [
    { key: 'name', label: 'Name' },
    { key: 'phone', label: 'Phone' },
    { key: 'email', label: 'Email' },
    { key: 'location', label: 'Location' },
    { key: 'budget', label: 'Budget' },
    { key: 'timeline', label: 'Timeline' },
  ],
  note: 'Samples. The people and their details are made up.',
  pause: 'Pause the feed',
  play: 'Play the feed',
} as const;
