import { api } from '../src/shared/api.ts';
import { routing, type Route } from './http/answer.ts';
import { submitContact } from './intake/submit-contact.ts';
import { thanksPath, thankYou } from './intake/thank-you.ts';
import { stop } from './intake/stop.ts';
import { takeReports } from './intake/browser-reports.ts';

/**
 * What answers without a token or a signature. Netlify limits how often an address may call it. Forms share one
 * function, so that the page after a form doesn't wait for another cold start.
 */
export const publicRoutes: readonly Route[] = [
  ['any', api.submitContact, submitContact],
  ['any', thanksPath, thankYou],
  ['any', api.stop, stop],
  ['POST', api.reports, takeReports],
];

export const { paths, callName, answer: answerPublic } = routing('public', publicRoutes);
