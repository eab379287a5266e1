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
 * What every answer carries: a page, a file, the 404, a function's. The build writes it into
 * `_headers` for the files, and functions, which `_headers` doesn't reach, put it on themselves.
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

/** How long an answer may be kept, and by whom. */
export const caching = {
  /** File names under /_astro carry a hash of their content. */
  hashed: 'public, max-age=31536000, immutable',
  /** Kept, but checked with the server each time. */
  revalidated: 'public, max-age=0, must-revalidate',
  /** Answers with personal data: no cache may keep them. */
  never: 'no-store',
};
