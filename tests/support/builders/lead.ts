import { api } from '../../../src/shared/api.ts';
import { post, type aSubmission } from './requests.ts';

/** What the form's script sends, as it was and to be sent again. */
export type Lead = ReturnType<typeof aSubmission>;

export const submitting = (lead: Lead): Request => post(api.submitContact, lead);
