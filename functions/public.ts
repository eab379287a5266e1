import { api } from '../src/shared/api.ts';
import { routing, type Route } from './http/answer.ts';
import { submitContact } from './intake/submit-contact.ts';
import { thanksPath, thankYou } from './intake/thank-you.ts';
import { stop } from './intake/stop.ts';
import { takeReports } from './intake/browser-reports.ts';

/**
 * Routes without a token or signature. Netlify limits the calls of each address. The form and the page after it share
 * one function to avoid a second cold start.
 */
export const publicRoutes: readonly Route[] = [
  ['any', api.submitContact, submitContact],
  ['any', thanksPath, thankYou],
  ['any', api.stop, stop],
  ['POST', api.reports, takeReports],
];

export const { paths, callName, answer: answerPublic } = routing('public', publicRoutes);
