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

/**
 * The words above, where they come from, and who reads them; and the token of all who do. Of the number
 * what no id or hash has by chance.
 */
export const marks = /mark|\(999|777-?4242|203\.0\.113|sam@|sam-uid|eyJ/i;
