export const emptyList = {
  fresh: {
    heading: 'No submissions yet',
    hint: 'Every request from the contact form appears here, newest first, with a name, a phone number and a message. You call or write back, and mark it as answered.',
    test: 'Until the first one comes, you can send a test. It goes where your leads go, and you see at once whether it arrives.',
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
