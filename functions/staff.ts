import { api } from '../src/shared/api.ts';
import { audit } from './audit/read-log.ts';
import { access } from './auth/admins.ts';
import { releaseSubmission, resendToWebhook } from './delivery/by-hand.ts';
import { testDelivery } from './delivery/test-delivery.ts';
import { erasedConsent, erasePerson } from './erasure/erase.ts';
import { routing, type Route } from './http/answer.ts';
import { adsExport } from './inbox/ads-export.ts';
import { answerSubmission, archiveSubmission } from './inbox/answer-and-archive.ts';
import { consentCertificate } from './inbox/consent-certificate.ts';
import { callBack, outcome } from './inbox/outcome-and-call-back.ts';
import { note } from './inbox/notes.ts';
import { submissions } from './inbox/list.ts';
import { report, spent } from './inbox/monthly-report.ts';
import { submissionsCsv } from './inbox/submissions-csv.ts';
import { doNotContact } from './opt-outs/do-not-contact.ts';
import { signedOptOut } from './intake/signed-opt-out.ts';
import { showAlerts, testAlerts } from './watch/alerts.ts';

/** After a quiet night, the inbox waits for one cold start only. Each handler refuses callers without the role. */
export const routes: readonly Route[] = [
  ['GET', api.access, access],
  ['GET', api.adsExport, adsExport],
  ['GET', api.alerts, showAlerts],
  ['POST', api.alerts, testAlerts],
  ['POST', api.answerSubmission, answerSubmission],
  ['POST', api.archiveSubmission, archiveSubmission],
  ['GET', api.audit, audit],
  ['POST', api.callBack, callBack],
  ['GET', api.consentCertificate, consentCertificate],
  ['POST', api.doNotContact, doNotContact],
  ['POST', api.erasedConsent, erasedConsent],
  ['POST', api.erasePerson, erasePerson],
  ['POST', api.note, note],
  ['POST', api.outcome, outcome],
  ['POST', api.releaseSubmission, releaseSubmission],
  ['GET', api.report, report],
  ['POST', api.resendToWebhook, resendToWebhook],
  ['POST', api.search, submissions],
  ['POST', api.spent, spent],
  ['GET', api.submissions, submissions],
  ['GET', api.submissionsCsv, submissionsCsv],
  ['POST', api.submissionsCsv, submissionsCsv],
  ['POST', api.testDelivery, testDelivery],
];

/**
 * Routes with a signature, which the handler checks first. They are in this function, because Netlify doesn't limit
 * its calls. After a campaign, a texting tool sends more STOPs from one address than the 60 a minute of `public`.
 */
export const signedRoutes: readonly Route[] = [['POST', api.optOut, signedOptOut]];

export const { paths, callName, answer: staff } = routing('staff', [...routes, ...signedRoutes]);
