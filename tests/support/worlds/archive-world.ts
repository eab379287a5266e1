import { archived, type Archive } from '../../../scripts/build/consent-archive.ts';
import { currentConsent, pageMark } from '../../../src/shared/consent.ts';

export const none: Archive = { pages: {}, files: new Map() };
const pageSaying = (words: string, version: string) =>
  `<style>p{}</style><p>${words}</p><input name="page" value="${pageMark}"><input type="hidden" name="consent_version" value="${version}"><script>x()</script>`;
export const markIn = (html = '') => /name="page" value="([^"]*)"/.exec(html)?.[1] ?? '';

/** A build of a page with these words, and of the page that comes back. */
export async function deployOf(
  words: string,
  deploy: string,
  earlier = none,
  version: string = currentConsent.version,
) {
  const html = new Map([
    ['contact.html', pageSaying(words, version)],
    ['form-again.html', `${pageSaying(words, version)}{{placeholder problem}}`],
  ]);
  const { marked, archive } = await archived(html, deploy, earlier);
  return {
    contact: marked.get('contact.html') ?? '',
    again: marked.get('form-again.html'),
    archive,
  };
}
