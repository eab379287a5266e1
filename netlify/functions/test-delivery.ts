import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { testDelivery } from '../../functions/test-delivery.ts';

export default live('test-delivery', testDelivery);

export const config: Config = { path: '/api/test-delivery' };
