/**
 * Whether an answer is Netlify's login in place of the site, because the project is private. It is a page with the
 * status 401 whose script goes to app.netlify.com. Netlify doesn't document that, so a 403 and a redirect count, too.
 * https://docs.netlify.com/manage/security/secure-access-to-sites/project-visibility/
 */
export function isNetlifyLogin(answer: {
  status: number;
  headers: Headers;
  text: string;
}): boolean {
  const { status, headers, text } = answer;
  const to = URL.parse(headers.get('location') ?? '')?.hostname ?? '';
  return (
    /(?:^|\.)netlify\.com$/.test(to) ||
    ([401, 403].includes(status) && text.includes('app.netlify.com'))
  );
}
