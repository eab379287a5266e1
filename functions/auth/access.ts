import { adminRole, forAdmins } from './admins.ts';
import { json } from '../http/answer.ts';

/** Tells the inbox whether to open. */
export const access = forAdmins(['GET'], () => Promise.resolve(json(200, { role: adminRole })));
