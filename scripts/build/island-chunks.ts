import type { Plugin } from 'vite';

/**
 * The modules that pages share, one file each. A file also takes what its modules import and no file
 * before it has. So the smallest come first, and a visitor loads nothing that only staff need.
 */
const groups = [
  { name: 'react', test: /\/node_modules\/(react|@nanostores\/react)\/|\/src\/islands\/Contained/ },
  {
    name: 'shared',
    test: /\/node_modules\/nanostores\/(atom|clean-stores)\/|\/src\/(shared\/(consent|fields|pricing)|copy\/(inline-links|company)|browser\/(as-built|save-file|session|toasts)|islands\/price-checker\/choice)\.ts$/,
  },
  {
    name: 'around-sign-in',
    test: /\/src\/(browser\/flash-toast|shared\/api)\.ts$|vite\/preload-helper/,
  },
  {
    name: 'staff',
    test: /\/node_modules\/(nanostores\/|zod\/[^?]+$)|\/src\/(islands\/staff\/|copy\/(admin|delivery)|shared\/(sha256|submission))/,
  },
  // Apart from what loads when it's first used.
  {
    name: 'inbox',
    test: /\/src\/islands\/inbox\/(?!panel|erase|trial|keyboard\/KeysDialog)/,
  },
];

/**
 * Puts the small modules that pages share into few files. In a file each, they are a dozen requests,
 * some of them one after the other, between a visitor's first touch and the island.
 */
export function islandChunks(): Plugin {
  return {
    name: 'island-chunks',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client'
        ? { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
        : null,
  };
}
