export const emptyList = {
  fresh: {
    heading: 'No submissions yet',
    hint: 'The next request from the site is announced here. Two things to do until then:',
    steps: [
      'Send a test. It goes where your leads go, and you see at once whether it arrives.',
      'Nothing set up yet? docs/be-told.md says how leads reach a mailbox or a webhook. Those that come before then stay in this list.',
    ],
  },
  done: 'All done. Nothing is in the inbox.',
  archived: 'Show archived submissions',
  nothingFound: 'No submission matches',
  searchArchive: 'Search the archive',
  nobodyWaits: 'Nobody is waiting',
  nobodyWaitsHint: 'Every lead has been answered. The next one is announced here.',
  all: 'Show all submissions',
  clear: 'Clear search and filters',
} as const;
