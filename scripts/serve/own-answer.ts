import { everywhere } from '../../src/shared/headers.ts';
import { noPage } from '../../src/shared/policy.ts';

/** What the server says where neither a file nor a function answers. */
export function ownAnswer(
  status: number,
  sentence: string | null,
  headers: Record<string, string> = {},
): Response {
  const always = { ...everywhere, 'content-security-policy': noPage };
  return new Response(sentence, { status, headers: { ...always, ...headers } });
}
