import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { legalSchema } from './content/legal-schema.ts';

/** The name of a file becomes the path of its page. */
const files = glob({ pattern: '*.yaml', base: './site/legal' });

export const collections = {
  legal: defineCollection({
    loader: {
      ...files,
      load: (context) => {
        // Astro keeps a parsed file until it changes, but it has names and addresses from elsewhere.
        context.store.clear();
        return files.load(context);
      },
    },
    schema: legalSchema,
  }),
};
