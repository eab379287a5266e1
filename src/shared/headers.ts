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
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  // Under no-referrer, a browser would send "Origin: null" with a plain form.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** Values of cache-control. */
export const caching = {
  /** File names under /_astro carry a hash of their content. */
  hashed: 'public, max-age=31536000, immutable',
  /** Browsers keep it, but ask the server each time whether it has changed. */
  revalidated: 'public, max-age=0, must-revalidate',
  /** Answers with personal data: no cache may keep them. */
  never: 'no-store',
};
