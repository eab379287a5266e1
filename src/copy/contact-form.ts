import hours from '../../site/hours.json' with { type: 'json' };
import { fields } from '../shared/fields.ts';
import { company } from './company.ts';

const mayStayEmpty = fields
  .flatMap(({ label, missing }) => (missing === undefined ? `the ${label.toLowerCase()}` : []))
  .join(' and ');

export const contactForm = {
  industryPlaceholder: 'Choose your industry',
  submit: 'Send My Request',
  submitting: 'Submitting...',
  optional: '(optional)',
  /** Below the message. A trade's page may have its own. */
  messageHint: 'Where you work, which jobs you want, when you can start.',
  /** Label of the honeypot field. */
  trap: 'Leave this empty',
  shortPhone: 'This number looks short. Does it have its area code?',
  didYouMean: (email: string) => `Did you mean ${email}?`,
  /** What the form says of the last request, until something changes. */
  statuses: {
    offline: 'You are offline. If this page stays open, your request is sent once you are online.',
    unsent: 'Your request isn’t confirmed yet. Please send it again: it can’t arrive twice.',
    /** The words, the page or the consent differ from what was sent. */
    unsentHere: 'Your request isn’t confirmed yet. If you send this one, we may get both.',
  },
  required: `Please fill in every field. Only ${mayStayEmpty} may stay empty.`,
  words: {
    invalid: 'Validation Error',
    failed: {
      title: 'Submission Failed',
      description: 'There was an error submitting your form. Please try again.',
    },
    notSetUp: `This form isn’t set up yet. Please write to ${company.email} instead.`,
    tryAgain: (minutes: number) =>
      `Too many requests came from your network. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    sent: {
      title: 'Thank you for contacting us!',
      description: "We'll get back to you soon via text message.",
    },
  },
  thanks: {
    title: 'Thank You!',
    stamp: 'Received',
    text: `We received your request. We'll get back to you soon via text message, within ${hours.answerMinutes} minutes.`,
    again: 'Submit Another Request',
    copy: {
      save: 'Save a copy of what you agreed to',
      file: (version: string) => `consent-${version}.txt`,
      heading: 'What you agreed to',
      version: 'Version',
      at: 'Time',
      reference: 'Reference',
    },
  },
} as const;

export const aroundForm = {
  title: 'Job ticket',
  /** Without JavaScript, there is no file to save. */
  keepCopy: 'To keep a copy, print or save this page.',
} as const;
