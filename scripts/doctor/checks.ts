import { alerts } from './alerts.ts';
import { apiKeyChecks } from './accounts/api-key.ts';
import { authDomain, authorizedDomains, signIn } from './accounts/sign-in.ts';
import type { Check } from './check.ts';
import { clock, nodeVersion } from './machine.ts';
import { canary, schedule, unsentAlerts } from './schedule.ts';
import { indexes } from './firestore/indexes.ts';
import { firestore } from './firestore/reachable.ts';
import { rules } from './firestore/rules.ts';
import { accountKey } from './google/key.ts';
import { privacyKey, retention, services, siteAddress, size, submitLimit } from './settings.ts';
import { functions, headers, home } from './site.ts';
import { webhookAddress, webhook, testEvent } from './webhook.ts';

/** In the order of the report. A check comes after those that it needs. */
export const checks: readonly Check[] = [
  size,
  nodeVersion,
  submitLimit,
  retention,
  privacyKey,
  siteAddress,
  services,
  accountKey,
  firestore,
  schedule,
  unsentAlerts,
  canary,
  indexes,
  rules,
  signIn,
  authDomain,
  authorizedDomains,
  ...apiKeyChecks,
  webhook,
  webhookAddress,
  testEvent,
  alerts,
  home,
  clock,
  headers,
  functions,
];
