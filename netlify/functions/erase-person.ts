import type { Config } from '@netlify/functions';
import { live } from '../../functions/live.ts';
import { erasePerson } from '../../functions/erasure/erase.ts';

export default live('erase-person', erasePerson);

export const config: Config = { path: '/api/erase-person' };
