import { api } from '../src/shared/api.ts';
import { audit } from './audit/audit-log.ts';
import { access } from './auth/admins.ts';
import { releaseSubmission, resendToWebhook } from './delivery/by-hand.ts';
import { trialDelivery } from './delivery/trial.ts';
import type { Handler } from './deps.ts';
import { erasedConsent, erasePerson } from './erasure/erase.ts';
import { answering } from './http/answer.ts';
import { Refusal, wrongMethod } from './http/request.ts';
import { answerSubmission, archiveSubmission, settleSubmission } from './inbox/answer.ts';
import { consentCertificate } from './inbox/consent-certificate.ts';
import { submissions } from './inbox/list.ts';
import { report } from './inbox/report.ts';
import { submissionsCsv } from './inbox/submissions-csv.ts';
import { doNotContact } from './privacy/do-not-contact.ts';
import { alerts } from './watch/alerts.ts';

type Route = readonly [method: 'GET' | 'POST', path: string, handler: Handler];

/**
 * Every call that staff can make. They share one function, so that somebody who opens the inbox after a quiet
 * night waits for one cold start. `netlify/functions/staff.ts` has to list the same paths.
 */
export const routes: readonly Route[] = [
  ['GET', api.access, access],
  ['GET', api.alerts, alerts],
  ['POST', api.alerts, alerts],
  ['POST', api.answerSubmission, answerSubmission],
  ['POST', api.archiveSubmission, archiveSubmission],
  ['GET', api.audit, audit],
  ['GET', api.consentCertificate, consentCertificate],
  ['POST', api.doNotContact, doNotContact],
  ['POST', api.erasedConsent, erasedConsent],
  ['POST', api.erasePerson, erasePerson],
  ['POST', api.releaseSubmission, releaseSubmission],
  ['GET', api.report, report],
  ['POST', api.resendToWebhook, resendToWebhook],
  ['POST', api.search, submissions],
  ['POST', api.settleSubmission, settleSubmission],
  ['GET', api.submissions, submissions],
  ['GET', api.submissionsCsv, submissionsCsv],
  ['POST', api.submissionsCsv, submissionsCsv],
  ['GET', api.testDelivery, trialDelivery],
  ['POST', api.testDelivery, trialDelivery],
];

/** Netlify ignores case and a slash at the end when it finds the function for a path. */
function routesOf({ url }: Request): Route[] {
  const asked = new URL(url).pathname.replace(/\/$/, '').toLowerCase();
  return routes.filter(([, path]) => path === asked);
}

/** The last part of a route's path. The log never has the address itself: anything may be in it. */
export const callName = (request: Request): string =>
  routesOf(request)[0]?.[1].replace('/api/', '') ?? 'staff';

export const staff = answering((request, deps) => {
  const found = routesOf(request);
  if (found.length === 0) throw new Refusal(404, 'There is nothing at this address.');
  const route = found.find(([method]) => method === request.method);
  if (!route) throw wrongMethod(...found.map(([method]) => method));
  const [, , handler] = route;
  return handler(request, deps);
});
