import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { consentCertificate } from '../../functions/inbox/consent-certificate.ts';

export default live('consent-certificate', consentCertificate);

export const config: Config = { path: '/api/consent-certificate' };
