import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { trialDelivery } from '../../functions/delivery/trial.ts';

export default live('test-delivery', trialDelivery);

export const config: Config = { path: '/api/test-delivery' };
