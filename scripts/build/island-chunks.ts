import type { Plugin } from 'vite';

/**
 * The modules that pages share, one file each. A file also takes what its modules import and no file
 * before it has. So the smallest come first, and a visitor loads nothing that only staff need.
 */
const groups = [
  { name: 'react', test: /\/node_modules\/(react|@nanostores\/react)\/|\/src\/islands\/Contained/ },
  {
    name: 'shared',
    test: /\/node_modules\/nanostores\/(atom|clean-stores)\/|\/src\/(shared\/(consent|fields|pricing)|copy\/(inline-links|company)|browser\/(save-file|session|toasts|untouched)|islands\/price-checker\/choice)\.ts$/,
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
    test: /\/src\/islands\/inbox\/(?!panel|erase|trial|export\/export|keyboard\/KeysDialog)/,
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

/** The modules of the form's page that use zod. */
const ofForm = /\/src\/(shared\/contact|islands\/contact-form\/[^/]+)\.tsx?$/;
const mark = '?form';

/**
 * Gives the contact form its own copy of zod. Two pages that share a module load one file with the
 * parts that either uses, so visitors would load what only the inbox needs.
 */
export function formSchemas(): Plugin {
  return {
    name: 'form-schemas',
    apply: 'build',
    enforce: 'pre',
    // Only the code for the browser; the build itself loads zod from node_modules.
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      const within = importer?.endsWith(mark);
      const asked = source.startsWith('zod') && importer !== undefined && ofForm.test(importer);
      if (!within && !asked) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id + mark };
    },
  };
}
