import type { Plugin } from 'vite';

/** The modules that public islands share. The sign-in page needs some of them, but not React. */
const groups = [
  { name: 'react', test: /\/node_modules\/(react|@nanostores\/react)\/|\/src\/islands\/Contained/ },
  {
    name: 'shared',
    test: /\/node_modules\/nanostores\/|\/src\/(shared\/(api|consent|fields|pricing)|copy\/inline-links|browser\/(save-file|session|untouched)|islands\/price-checker\/choice)\.ts$/,
  },
];

/**
 * Puts the small modules that islands share into two files. In a file each, they are a dozen
 * requests, some of them one after the other, between a visitor's first touch and the island.
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
