export const admin = {
  title: 'Admin Dashboard',
  description: 'The inbox, for staff.',
  heading: 'Admin Dashboard',
  needsScript: 'The inbox needs JavaScript. Turn it on in your browser and load this page again.',
} as const;
