/**
 * Whether the answer is Netlify's login, which replaces the site of a private project. It is a page with the status 401
 * and a script that goes to app.netlify.com. Netlify doesn't document this, so a 403 and a redirect also count.
 * https://docs.netlify.com/manage/security/secure-access-to-sites/project-visibility/
 */
export function isNetlifyLogin(answer: {
  status: number;
  headers: Headers;
  text: string;
}): boolean {
  const { status, headers, text } = answer;
  const host = URL.parse(headers.get('location') ?? '')?.hostname ?? '';
  return (
    /(?:^|\.)netlify\.com$/.test(host) ||
    ([401, 403].includes(status) && text.includes('app.netlify.com'))
  );
}
