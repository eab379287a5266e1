import { api } from '../../../src/shared/api.ts';
import { post, type aSubmission } from './requests.ts';

/** The body that the form's script sends; a retry sends it again. */
export type Lead = ReturnType<typeof aSubmission>;

export const submitting = (lead: Lead): Request => post(api.submitContact, lead);
