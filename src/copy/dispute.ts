import { claims } from './claims.ts';
import { company } from './company.ts';

const within = claims.disputeDays.figure;

export const dispute = {
  title: 'Dispute a Lead',
  description: `One of your leads wasn’t qualified? Tell us which one and why within ${within}, and we take it off your bill.`,
  heading: 'Not a real lead? Don’t pay for it.',
  lead: `Tell us within ${within} of the day it came. If it wasn’t qualified, we take it off your bill.`,
  form: {
    title: 'Disputed lead',
    fields: {
      name: 'Your name',
      email: 'Email',
      phone: 'Phone',
      company: 'Company',
      industry: 'Trade of the lead',
      message: 'Which lead, and what was wrong with it?',
    },
    submit: 'Dispute This Lead',
  },
  next: {
    title: 'What Counts?',
    items: [
      'The phone number and the e-mail address don’t work, or belong to somebody who didn’t ask.',
      'It is spam, a scam or a test.',
      'The job is outside of your trade or your service area.',
      'We sent you the same person for the same job before.',
      'Not a reason: somebody who hired another company, changed their mind, or is hard to reach.',
      'Name the lead by its name or phone number and the day it came. If you called or wrote, say what you heard.',
      `We check what we have on record, and answer by e-mail. You can also write to [${company.email}](mailto:${company.email}).`,
    ],
  },
  refused: {
    text: 'Nothing has been sent yet. What you wrote is still here. Fix the problem and send it again.',
    /** An e-mail address follows. */
    write: 'Nothing has been sent yet. Please write to us instead:',
  },
  thanks: {
    title: 'We’ll Check It',
    stamp: 'On hold',
    text: 'We got your dispute. We check the lead, and answer by e-mail.',
    note: 'You don’t pay for this lead while we check.',
    again: 'Dispute Another Lead',
  },
} as const;
