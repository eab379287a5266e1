import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { resendToWebhook } from '../../functions/delivery/resend.ts';

export default live('resend-to-webhook', resendToWebhook);

export const config: Config = { path: '/api/resend-to-webhook' };
