import * as z from 'zod/mini';
import { Refusal } from './refusal.ts';

const bodySchema = z.object({ submissionId: z.string().check(z.minLength(1), z.maxLength(100)) });

/** Which submission an admin's request is about. */
export function readSubmissionId(body: unknown): string {
  const { success, data } = bodySchema.safeParse(body);
  if (!success) throw new Refusal(400, 'Please name the submission, as submissionId.');
  return data.submissionId;
}
