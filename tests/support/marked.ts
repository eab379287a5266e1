import { aSubmission } from './requests.ts';

/** A lead of which each value is found again by a word that nothing else has. */
export const marked = (different: Partial<ReturnType<typeof aSubmission>> = {}) =>
  aSubmission({
    name: 'Markname Roe',
    email: 'markmail@example.com',
    phone: '(999) 777-4242',
    company: 'Markcompany',
    industry: 'markindustry',
    message: 'Markmessage.',
    ...different,
  });
