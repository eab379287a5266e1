import { inCompanyTime } from '../../src/shared/company-time.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { fillPlaceholders } from '../../src/shared/placeholders.ts';
import { pagePolicy } from '../../src/shared/headers.ts';
import type { ConsentReceipt } from '../../src/shared/consent-receipt.ts';
import type { Deps } from '../deps.ts';
import { answering, respond } from '../http/answer.ts';
import { parametersOf, requireMethod } from '../http/request.ts';

type Agreed = Pick<ConsentReceipt, 'version' | 'at'>;

export const thanksPath = '/thank-you';

/** Sealed, because the page states the consent in the site's name. No personal data, because histories keep URLs. */
export async function thanksFor({ version, at }: Agreed, deps: Pick<Deps, 'keyedHash'>) {
  const seal = await sealOf({ version, at }, deps);
  return `${thanksPath}?${String(new URLSearchParams({ version, at, seal }))}`;
}

const sealOf = ({ version, at }: Agreed, { keyedHash }: Pick<Deps, 'keyedHash'>) =>
  keyedHash(JSON.stringify(['thanks', version, at]));

const companyTime = (iso: string): string =>
  inCompanyTime({ dateStyle: 'long', timeStyle: 'long' }).format(new Date(iso));

/** Shows to visitors without JavaScript what the page's script shows to others. */
export const thankYou = answering(async (request, deps) => {
  requireMethod(request, 'GET', 'HEAD');
  const { pathname, search } = new URL(request.url);
  // Like the host's redirects for the other pages, which are files.
  if (pathname !== thanksPath) return respond(301, null, { location: thanksPath + search });
  const { version = '', at = '', seal } = parametersOf(request.url);
  const isOurs = seal !== undefined && seal === (await sealOf({ version, at }, deps));
  const page = await deps.builtPage('thank-you');
  const html = fillPlaceholders(page, {
    attributes: {
      agreed: isOurs ? '' : ' hidden',
      // The page has the current consent text only.
      words: version === currentConsent.version ? '' : ' hidden',
    },
    text: isOurs ? { version, time: companyTime(at) } : {},
  });
  return respond(200, html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': await pagePolicy(page),
  });
});
