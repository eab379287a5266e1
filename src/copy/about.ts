import { claims } from './claims.ts';
import { location } from './company.ts';

export const about = {
  title: 'About us',
  description: `Why we bill for leads and not for effort: the story, the figures and the three rules of a pay-per-lead company in ${location}.`,
  heading: 'We got tired of bills for trying.',
  story: [
    "Ask a roofer what last month's marketing bought and you often get a shrug and an invoice. The agency was busy. There were posts, reports, a call about impressions. The phone rang about as often as before.",
    'We worked on the other side of that invoice, and it bothered us too. The person paying carried all the risk. The person doing the work was paid the same whether it worked or not.',
    'So we turned the bill around. We pay for the ads. We build the campaigns, answer the inquiries and throw out the junk. When someone with a real job wants to hire, we send that lead to one business, and that business pays for it. If we have a bad month, it is our bad month.',
    'That is the whole idea. It keeps us honest without anyone having to promise it: a lead nobody would want to buy earns us nothing.',
  ],
  figuresTitle: 'To date',
  figures: [claims.businesses, claims.revenueToDate, claims.leads, claims.satisfaction],
  valuesTitle: 'Three rules we bill by',
  values: [
    {
      title: 'Results Over Effort',
      text: 'Nobody hires a plumber for the driving. We count the qualified leads that reached you, and nothing before that.',
    },
    {
      title: 'Radical Transparency',
      text: 'Our prices are on this site before you talk to us. Every line of your bill is a lead with a name, and you can [dispute any of them](/dispute).',
    },
    {
      title: 'Quality First',
      text: "We would rather send you fewer leads than leads you have to chase. Spam and scams don't count, and a lead is never sold twice.",
    },
  ],
  call: {
    title: 'No lead, no bill.',
    text: 'Tell us your trade. You owe nothing until a qualified lead arrives.',
    link: 'Talk to Us',
  },
} as const;
