import type { Plugin } from 'vite';

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
