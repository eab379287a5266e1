import { api } from '../src/shared/api.ts';
import { routing, type Route } from './http/answer.ts';
import { submitContact } from './intake/submit-contact.ts';
import { thanksPath, thankYou } from './intake/thank-you.ts';
import { stop } from './intake/stop.ts';
import { takeReports } from './intake/browser-reports.ts';

/** Netlify limits the calls of each address. The form and the next page share one function: one cold start. */
export const publicRoutes: readonly Route[] = [
  ['any', api.submitContact, submitContact],
  ['any', thanksPath, thankYou],
  ['any', api.stop, stop],
  ['POST', api.reports, takeReports],
];

export const { paths, callName, answer: answerPublic } = routing('public', publicRoutes);
