import type { Config } from '@netlify/functions';
import { erasedConsent } from '../../functions/erasure/erase.ts';
import { live } from '../../functions/live.ts';

export default live('erased-consent', erasedConsent);

export const config: Config = { path: '/api/erased-consent' };
