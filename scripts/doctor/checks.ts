import { apiKeyChecks } from './accounts/api-key.ts';
import { authDomain, authorizedDomains } from './accounts/domains.ts';
import { signIn } from './accounts/sign-in.ts';
import type { Check } from './outcome.ts';
import { indexes } from './firestore/indexes.ts';
import { firestore } from './firestore/reachable.ts';
import { rules } from './firestore/rules.ts';
import { accountKey } from './google/key.ts';
import { retention, services, siteAddress, submitLimit } from './settings.ts';
import { functions } from './site/functions.ts';
import { headers } from './site/headers.ts';
import { home } from './site/home.ts';
import { size } from './size.ts';
import { webhookAddress } from './webhook/address.ts';
import { webhook } from './webhook/setting.ts';
import { testEvent } from './webhook/test-event.ts';

/** In the order of the report. A check comes after those that it needs. */
export const checks: readonly Check[] = [
  size,
  submitLimit,
  retention,
  siteAddress,
  services,
  accountKey,
  firestore,
  indexes,
  rules,
  signIn,
  authDomain,
  authorizedDomains,
  ...apiKeyChecks,
  webhook,
  webhookAddress,
  testEvent,
  home,
  headers,
  functions,
];
