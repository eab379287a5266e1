import type { Handler } from '../deps.ts';
import { answering, json } from '../http/answer.ts';
import { readJson, requireMethod, requireOwnOrigin } from '../http/request.ts';
import { acceptLead } from './accept-lead.ts';
import { acceptForm, isForm } from './plain-form.ts';

/** Accepts a lead: answers when it is stored, and sends it to the webhook after that. */
export const submitContact: Handler = (request, deps) =>
  isForm(request) ? acceptForm(request, deps) : acceptJson(request, deps);

const acceptJson = answering(async (request, deps) => {
  requireMethod(request, 'POST');
  requireOwnOrigin(request);
  const { id, isNew } = await acceptLead(await readJson(request), request, deps);
  return json(isNew ? 201 : 200, { id });
});
