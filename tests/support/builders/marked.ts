import { aSubmission } from './requests.ts';

/** A lead whose values each contain a unique word. */
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
 * Finds the words above, the sender's address, and the admin's name and token. Of the phone number, it
 * finds only parts that no id or hash has by chance.
 */
export const marks = /mark|\(999|777-?4242|203\.0\.113|sam@|sam-uid|eyJ/i;
