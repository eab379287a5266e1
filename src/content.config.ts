import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { industrySchema } from './content/industry-schema.ts';
import { legalSchema } from './content/legal-schema.ts';

/** The name of a file becomes the path of its page. */
function filesOf(folder: string) {
  const files = glob({ pattern: '*.{yaml,yml,json}', base: `./site/${folder}` });
  return {
    ...files,
    load: (context: Parameters<typeof files.load>[0]) => {
      // Astro keeps a parsed file until it changes, but it has prices, colors and names from elsewhere.
      context.store.clear();
      return files.load(context);
    },
  };
}

export const collections = {
  industries: defineCollection({ loader: filesOf('industries'), schema: industrySchema }),
  legal: defineCollection({ loader: filesOf('legal'), schema: legalSchema }),
};
