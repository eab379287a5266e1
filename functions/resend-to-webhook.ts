import * as z from 'zod/mini';
import { forAdmins } from './auth/admins.ts';
import { json } from './http/answer.ts';
import { Refusal } from './http/refusal.ts';
import { readJson } from './http/request.ts';
import { resend } from './relay/deliver.ts';

const bodySchema = z.object({ submissionId: z.string().check(z.minLength(1), z.maxLength(100)) });

/** Sends a submission again, whatever its state, because an admin wants it. */
export const resendToWebhook = forAdmins(['POST'], async (request, deps, admin) => {
  const body = bodySchema.safeParse(await readJson(request));
  if (!body.success) throw new Refusal(400, 'Please name the submission, as submissionId.');
  if (!deps.target) throw new Refusal(502, 'No webhook is set up to send to.');
  const result = await resend(body.data.submissionId, admin.email ?? admin.uid, deps);
  // ...
});
