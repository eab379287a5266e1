import { consentTextOf } from '../../src/shared/consent.ts';
import { sha256 } from '../../src/shared/sha256.ts';
import type { ConsentReceipt } from '../../src/shared/submission.ts';
import { Refusal } from '../http/refusal.ts';

const longest = { page_url: 2000, user_agent: 500 };

/** Later proof of what was agreed to, where and when. */
export async function consentReceipt(
  version: string,
  { headers, url }: Request,
  ip: string,
  at: string,
): Promise<ConsentReceipt> {
  const text = consentTextOf(version);
  if (text === undefined) {
    throw new Refusal(422, 'This consent text is out of date. Please reload the page.', {
      field: 'consent_version',
    });
  }
  const referrer = URL.parse(headers.get('referer') ?? '');
  const ownPage = referrer?.origin === new URL(url).origin ? referrer.href : null;
  return {
    version,
    sha256: await sha256(text),
    at,
    page_url: ownPage?.slice(0, longest.page_url) ?? null,
    ip,
    user_agent: headers.get('user-agent')?.slice(0, longest.user_agent) ?? null,
  };
}
