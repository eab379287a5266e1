import { reportsPath } from './browser-report.ts';
import { sha256Base64 } from './sha256.ts';

/** Features that no page uses. Browsers allow most by default, and injected code could use them. */
const denied = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
];

/**
 * Headers of every response. For files, the build writes them into `_headers`. Netlify ignores that
 * file for functions, which therefore set them themselves.
 */
export const everywhere = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  // Under no-referrer, a browser would send "Origin: null" with a plain form.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
  // A stricter value costs public pages a new process when the answer has come.
  'cross-origin-opener-policy': 'unsafe-none',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'reporting-endpoints': `default="${reportsPath}"`,
};

/** HSTS=preload binds all subdomains of the site's domain, too, in every browser. Decision 0017. */
export const everywhereOn = ({ HSTS }: Readonly<Record<string, string | undefined>>) =>
  HSTS === 'preload'
    ? { ...everywhere, 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
    : everywhere;

/** A site that opens a page for staff can't reach its window. Decision 0038. */
export const onStaffPages = { 'cross-origin-opener-policy': 'same-origin' };

/** Values of cache-control. */
export const caching = {
  /** Browsers keep it, but ask the server each time whether it has changed. */
  revalidated: 'public, max-age=0, must-revalidate',
  /** Answers with personal data: no cache may keep them. */
  never: 'no-store',
};

/** Each content security policy begins with these. */
export const ground = (forms: `'none'` | `'self'`): string[] => [
  `default-src 'none'`,
  `base-uri 'none'`,
  `form-action ${forms}`,
  `frame-ancestors 'none'`,
];

/** For answers that aren't pages: JSON, CSV, plain text. */
export const noPage = ground(`'self'`).join('; ');

/**
 * The content security policy of a page as it was built, with the hash of each script and style in
 * it. Don't use it on a page with a visitor's text: it would allow that visitor's scripts, too.
 */
export async function pagePolicy(html: string, others: readonly string[] = []): Promise<string> {
  const scripts = tags(html, 'script').filter(({ attributes }) => !isData.test(attributes));
  const inline = scripts.filter(({ attributes }) => !hasSource.test(attributes));
  const loads = inline.length < scripts.length || html.includes('<astro-island');
  const scriptSources = [...(await hashes(inline)), ...(loads ? [`'self'`] : [])];
  const styleSources = await hashes(tags(html, 'style'));
  return [
    ...ground(`'self'`),
    ...directive('script-src', scriptSources),
    ...directive('style-src', styleSources),
    // Even for pages that fetch nothing: Lighthouse fetches robots.txt from within the page.
    ...directive('connect-src', [`'self'`, ...others]),
    `img-src 'self'`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    // Firefox knows `report-to` since version 149 (March 2026). The others ignore `report-uri` beside it.
    `report-uri ${reportsPath}`,
    'report-to default',
  ].join('; ');
}

interface Tag {
  attributes: string;
  text: string;
}

/** Browsers don't run structured data, which is for search engines. */
const isData = /\btype="application\/ld\+json"/;
const hasSource = /\bsrc=/;

const tags = (html: string, name: 'script' | 'style'): Tag[] =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>(.*?)</${name}>`, 'gs'))].map(
    ([, attributes = '', text = '']) => ({ attributes, text }),
  );

const directive = (name: string, sources: readonly string[]): string[] =>
  sources.length > 0 ? [`${name} ${sources.join(' ')}`] : [];

async function hashes(inline: readonly Tag[]): Promise<string[]> {
  const texts = new Set(inline.map(({ text }) => text));
  return Promise.all([...texts].map(async (text) => `'sha256-${await sha256Base64(text)}'`));
}
