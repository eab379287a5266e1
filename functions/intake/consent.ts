import { consentTextOf, isOutdated } from '../../src/shared/consent-receipt.ts';
import type { ConsentReceipt } from '../../src/shared/consent-receipt.ts';
import type { Submission } from '../../src/shared/contact-schema.ts';
import { sha256 } from '../../src/shared/sha256.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/request.ts';
import { isPlain } from './plain-form.ts';

const longestReceipt = { page_url: 2000, user_agent: 500 };

/** Keeps only the path of the URL: the rest may name the visitor's ad, even if the browser asks for privacy. */
export async function consentReceipt(
  { consent_version: version, ticked, open_ms }: Submission,
  request: Request,
  { ip, now }: Deps,
  at: string,
): Promise<ConsentReceipt> {
  const { headers, url } = request;
  const form = isPlain(request) ? 'plain' : 'island';
  const text = consentTextOf(version);
  if (text === undefined || isOutdated(version, now())) {
    // A plain form comes back with the new text. A reload of that page would send the old one again.
    throw form === 'plain'
      ? new Refusal(422, 'The consent text has changed. Please read it and agree again.', {
          field: 'consent_marketing',
        })
      : new Refusal(422, 'This consent text is out of date. Please reload the page.', {
          field: 'consent_version',
        });
  }
  const referrer = URL.parse(headers.get('referer') ?? '');
  const isOwn = referrer?.origin === new URL(url).origin;
  return {
    version,
    sha256: await sha256(text),
    at,
    page_url: isOwn
      ? (referrer.origin + referrer.pathname).slice(0, longestReceipt.page_url)
      : null,
    ip,
    user_agent: headers.get('user-agent')?.slice(0, longestReceipt.user_agent) ?? null,
    form,
    ticked: ticked ?? null,
    open_ms: open_ms ?? null,
  };
}
