import type { Plugin } from 'vite';

/** What the form's page needs zod for. */
const ofForm = /\/src\/(shared\/contact|islands\/contact-form\/[^/]+)\.tsx?$/;
const mark = '?form';

/**
 * Gives the contact form a zod of its own. A module that two pages share is one file with all that
 * either uses of it, and the inbox uses much that a visitor on a cheap phone would load for nothing.
 */
export function formSchemas(): Plugin {
  return {
    name: 'form-schemas',
    apply: 'build',
    enforce: 'pre',
    // What is built for the browser; to the build itself, zod is a package in node_modules.
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
