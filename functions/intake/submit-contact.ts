import type { Handler } from '../deps.ts';
import { answering, json } from '../http/answer.ts';
import { readJson, requireMethod, requireOwnOrigin } from '../http/request.ts';
import { isForm, takeForm } from './plain-form.ts';
import { acceptLead } from './accept-lead.ts';

/** Accepts a lead: answers when it is stored, and sends it to the webhook after that. */
export const submitContact: Handler = (request, deps) =>
  isForm(request) ? takeForm(request, deps) : takeJson(request, deps);

const takeJson = answering(async (request, deps) => {
  requireMethod(request, 'POST');
  requireOwnOrigin(request);
  const { id, isNew } = await acceptLead(await readJson(request), request, deps);
  return json(isNew ? 201 : 200, { id });
});
