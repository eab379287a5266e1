import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { doNotContact } from '../../functions/privacy/do-not-contact.ts';

export default live('do-not-contact', doNotContact);

export const config: Config = { path: '/api/do-not-contact' };
