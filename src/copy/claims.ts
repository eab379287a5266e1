/**
 * The company's claims, page by page, as the owner gave them. Figures on different pages don't all
 * agree; we quote them and don't reconcile them.
 */
const firstLead = '24-48 hours';
/** By itself, so that the form's code has no other claim. */
export const botReply = '5 minutes';

export const claims = {
  firstLead,
  botReply,
  callMinutes: 15,
  launch: '48 hours',
  live: '72 hours',
  conversion: '30%',
  guarantee: '30-day satisfaction guarantee',
  botHours: '24/7',
  home: [
    { figure: '4.9/5', label: 'from 500+ businesses' },
    { figure: '$2.3M+', label: 'revenue generated' },
    { figure: firstLead, label: 'to the first qualified lead' },
  ],
  about: [
    { figure: '115+', label: 'Businesses served' },
    { figure: '$4.3M+', label: 'Revenue generated' },
    { figure: '35K+', label: 'Qualified leads delivered' },
    { figure: '97%', label: 'Client satisfaction' },
  ],
  closeRate: '35%',
  industry: [
    { figure: '5.0', label: 'rating' },
    { figure: '$2.5M+', label: 'Revenue Generated' },
  ],
} as const;
