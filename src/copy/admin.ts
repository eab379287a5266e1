import { counted, duration, submissions, number } from './counted.ts';

export const admin = {
  title: 'Admin Dashboard',
  description: 'The inbox, for staff.',

  auditLink: 'Audit log',
  reportLink: 'Report',

  /** `view` is a menu only on a phone. */
  menus: {
    tools: 'Menu',
    view: (filters: number) => (filters === 0 ? 'View' : `View (${number(filters)})`),
    viewName: (filters: number) =>
      filters === 0 ? 'View' : `View, ${counted(filters, 'filter is on', 'filters are on')}`,
  },

  access: {
    needsScript: 'This page needs JavaScript. Turn it on in your browser and reload the page.',
    checking: 'Checking access',
    notLoaded: 'This page could not be loaded.',
    denied: 'Access denied. You need admin privileges.',
    deniedHint: 'You are logged out now, and can log in with another account.',
    unclear: 'Error checking access',
    logout: 'Logout',
    loggedOut: 'Logged out successfully',
    ended: 'Your session has ended. Log in again to go on.',
    endedElsewhere: 'You were logged out in another tab.',
  },

  list: {
    heading: 'Contact Submissions',
    loading: 'Loading submissions',
    failed: 'Error loading submissions',
    failedHint: 'The submissions loaded earlier are still here.',
    retry: 'Try again',
    more: 'Load more',
    loadingMore: 'Loading',
    shown: (count: number) => `${number(count)} shown`,
    held: (count: number) => `${number(count)} held`,
    waiting: (count: number) => `${number(count)} waiting for an answer`,
    end: (count: number) => `End of the list: ${submissions(count)}`,
    due: (count: number) => `Calls due ${number(count)}`,
    fresh: (count: number) => counted(count, 'new lead', 'new leads'),
    /** Follows the number. */
    freshShow: ': show',
    show: 'Show',
    offline: 'New submissions can’t be fetched at the moment. Trying again.',
    isNew: 'New',
  },

  alarm: {
    undelivered: {
      what: 'Deliveries are failing.',
      since: (seconds: number) => `The oldest lead has been waiting for ${duration(seconds)}.`,
      show: 'Show undelivered',
    },
    held: {
      what: 'Leads are held.',
      since: (seconds: number) =>
        `The oldest has been held for ${duration(seconds)}. It isn’t sent until you release it.`,
      show: 'Show held',
    },
    /** No number: the list above shows it, and it may have changed since the alarm was computed. */
    waiting: { what: 'Leads wait too long for an answer.', show: 'Show waiting' },
    calls: { what: 'A call back is late.', show: 'Show calls' },
    many: (count: number) => counted(count, 'thing needs you', 'things need you'),
    since: (time: string) => `Since ${time}.`,
  },

  columns: {
    date: 'Date',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    industry: 'Industry',
    message: 'Message',
    marketing: 'Marketing',
    delivery: 'Delivery',
    actions: 'Actions',
  },
  today: (time: string) => `today ${time}`,
  tomorrow: (time: string) => `tomorrow ${time}`,
  yesterday: (time: string) => `yesterday ${time}`,
  yes: 'Yes',
  no: 'No',
  nothing: '–',

  filters: {
    search: 'Search',
    searchHint: 'Name, e-mail, company, phone',
    industry: 'Industry',
    everyIndustry: 'All industries',
    campaign: 'Campaign',
    delivery: 'Delivery',
    everyDelivery: 'Any delivery',
    held: 'Held',
    view: 'Show',
    views: {
      '': 'Inbox',
      waiting: 'Waiting for an answer',
      due: 'Calls due',
      planned: 'To call back',
      archived: 'Archived',
    },
    outcome: (name: string) => `Outcome: ${name.toLowerCase()}`,
    days: 'Received',
    periods: {
      '': 'Any day',
      '1': 'Today',
      '7': 'Last 7 days',
      '30': 'Last 30 days',
      range: 'Date range',
    },
    from: 'From',
    to: 'To',
    clear: 'Clear',
  },

  waiting: {
    new: 'new',
    minutes: (count: number) => `${count} min`,
    hours: (hours: number, minutes: number) =>
      minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`,
    days: (count: number) => counted(count, 'day', 'days'),
    late: 'late',
    counts: 'Only business hours count',
    row: (time: string) => `waits ${time}`,
    inPanel: (time: string) => `Waiting for ${time} (business hours)`,
    newInPanel: 'New: business hours have not begun since',
    answered: 'Answered',
    stopped: 'Asked to stop',
  },

  unreachable: 'The server could not be reached.',
  undo: 'Undo',
  undoing: {
    changed: 'Not undone: the lead has changed since',
    nothing: 'The last change can’t be undone by a key',
    failed: 'The change could not be undone',
  },
  notOpened: 'This could not be opened',
  reload: 'Reload the page and try again.',

  answer: {
    label: 'Mark as answered',
    takeBack: 'Not answered',
    called: 'Mark call as done',
    saved: 'Marked as answered',
    takenBack: 'Waiting for an answer again',
    failed: 'The answer could not be saved',
    by: (who: string, when: string) => `Answered by ${who}, ${when}`,
    offered: 'Did you reach them?',
  },

  archive: {
    label: 'Archive',
    restore: 'Restore',
    archived: 'Archived',
    restored: 'Restored to the inbox',
    failed: 'Could not be archived',
    notRestored: 'Could not be restored',
  },

  csv: {
    label: 'Export CSV',
    running: (rows: number) => `Exporting: ${counted(rows, 'lead', 'leads')} …`,
    cancel: 'Cancel export',
    canceled: 'Export canceled',
    noFile: 'No file was saved.',
    nothing: 'There is nothing to export',
    saved: (name: string) => `Saved ${name}`,
    failed: 'Export failed',
    why: {
      ended: 'Your session has ended. Sign in and export again.',
      denied: 'You are no longer an admin.',
      refused: 'The list has changed too much. Reload the page and export again.',
      broken: 'The server failed. Please try again.',
      unreachable: 'The connection was lost. Please try again.',
    },
    name: (day: string) => `submissions-${day}.csv`,
  },

  test: {
    open: 'Send a test',
    openFirst: 'Try it with a test',
  },
  ads: 'Export for Google Ads or Microsoft',
  erase: 'Erase a person',
  keys: 'Keys',
  keysHint: 'Keys: j k next and previous, a answered, e archive, z undo, ? all',
  received: 'Received',
  erasedMeanwhile: 'This lead was erased',
} as const;
