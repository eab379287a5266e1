import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { industrySchema } from './content/industry-schema.ts';

/** The name of a file becomes the path of its page. */
const files = glob({ pattern: '*.{yaml,yml,json}', base: './src/content/industries' });

export const collections = {
  industries: defineCollection({
    loader: {
      ...files,
      load: (context) => {
        // Astro keeps a parsed file until it changes, but it has prices and colors from elsewhere.
        context.store.clear();
        return files.load(context);
      },
    },
    schema: industrySchema,
  }),
};
