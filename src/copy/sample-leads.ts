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

/** Invented leads: 555-01xx numbers and example.com addresses belong to nobody. */
export const sampleLeads = [
  {
    service: 'Oak tree removal',
    name: 'Pat Sample',
    phone: '(713) 555-0142',
    email: 'pat@example.com',
    location: 'The Heights, Houston, TX',
    budget: '$2.5k-$3.5k',
    timeline: 'This week',
    description:
      'Large oak leaning toward the house after the storm. Needs it down before it moves.',
  },
  {
    service: 'Tree trimming and pruning',
    name: 'Lee Example',
    phone: '(281) 555-0117',
    email: 'lee@example.com',
    location: 'Katy, TX',
    budget: '$800-$1.2k',
    timeline: 'Within 2 weeks',
    description: 'Four live oaks over the driveway and the roof. Wants them raised and thinned.',
  },
  {
    service: 'Stump grinding',
    name: 'Jo Placeholder',
    phone: '(832) 555-0163',
    email: 'jo@example.com',
    location: 'Pearland, TX',
    budget: '$450-$650',
    timeline: 'ASAP',
    description: 'Two pine stumps, about 24 inches, in the way of a new fence. Easy truck access.',
  },
];

export type SampleLead = (typeof sampleLeads)[number];
