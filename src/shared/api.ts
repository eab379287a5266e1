/** The paths at which the functions answer. */
export const api = {
  submitContact: '/api/submit-contact',
} as const;
