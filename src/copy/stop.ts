import { company } from './company.ts';

export const stop = {
  title: 'Don’t Contact Me',
  description:
    'Stop our calls, texts and e-mails to your phone number or e-mail address. You need no account, and it takes effect at once.',
  heading: 'Don’t contact this number or address',
  lead: 'Give us your phone number, your e-mail address, or both. We stop all calls, texts and e-mails there.',
  form: {
    title: 'Stop order',
    fields: { email: 'Email', phone: 'Phone' },
    submit: 'Stop Contacting Me',
  },
  next: {
    title: 'What Happens Next?',
    items: [
      'It takes effect at once. A message that is already on its way may still arrive.',
      'If you asked us for something and we have not answered, we put that on hold, too.',
      'Replying STOP to one of our texts works as well.',
      `We keep a code that lets us recognize the number or address, as the [privacy policy](/privacy-policy#retention) says. If you change your mind, write to [${company.email}](mailto:${company.email}).`,
    ],
  },
  refused: {
    text: 'Nothing has been stopped yet. What you wrote is still here. Fix the problem and send it again.',
    /** An e-mail address follows. */
    write: 'Nothing has been stopped yet. Please write to us instead, and we will stop it:',
  },
  thanks: {
    title: 'We’ll Stop',
    stamp: 'No contact',
    text: 'Our calls, texts and e-mails to the number or address that you gave stop now. A message that is already on its way may still arrive.',
    note: 'This page says the same to everybody, whether or not we knew the number or address.',
    again: 'Give Another Number or Address',
  },
} as const;
