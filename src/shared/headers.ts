import { reportsPath } from './browser-report.ts';
import { sha256Base64 } from './sha256.ts';

/** Features that no page uses. Browsers allow most by default, so injected code could use them. */
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
 * Headers of every response. The build writes them into `_headers`, which Netlify applies to files only;
 * functions set them themselves.
 */
export const everywhere = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  // With no-referrer, a browser would send "Origin: null" with a plain form.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
  // A stricter value makes the browser start a new process before it reads the response, which delays the first paint
  // on a slow phone. No page can be framed or listens to messages, and public pages show no personal data.
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

/** Sites that open a staff page can't reach its window. */
export const onStaffPages = { 'cross-origin-opener-policy': 'same-origin' };

export const caching = {
  /** Browsers keep the response, but revalidate it each time. */
  revalidated: 'public, max-age=0, must-revalidate',
  /** For responses with personal data: no cache may store them. */
  never: 'no-store',
};

/** The beginning of each content security policy. */
export const ground = (forms: `'none'` | `'self'`): string[] => [
  `default-src 'none'`,
  `base-uri 'none'`,
  `form-action ${forms}`,
  `frame-ancestors 'none'`,
];

/** For responses that aren't pages: JSON, CSV, plain text. */
export const noPage = ground(`'self'`).join('; ');

/**
 * The content security policy of a built page, with the hash of each script and style in it. Don't use it
 * on a page with a visitor's text: it would allow that visitor's scripts, too.
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
    // Firefox has `report-to` since version 149 (March 2026). Others ignore `report-uri` beside it.
    `report-uri ${reportsPath}`,
    'report-to default',
  ].join('; ');
}

interface Tag {
  attributes: string;
  text: string;
}

/** Structured data for search engines, which browsers don't run. */
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
