import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { inBraces } from './copy/legal.ts';

/** A paragraph or a list item. Links are written `[text](/path)`. */
const text = z.string().transform((written, context) =>
  written.replace(/\{([^}]*)\}/g, (braces, name: string) => {
    const known = inBraces[name];
    if (known === undefined)
      context.addIssue(`${braces} is none of {${Object.keys(inBraces).join('}, {')}}`);
    return known ?? braces;
  }),
);

const day = z.preprocess(
  (it) => (it instanceof Date ? it.toISOString().slice(0, 10) : it),
  z.iso.date(),
);

const legalSchema = z.strictObject({
  title: text,
  description: text,
  effective: day,
  updated: day.optional(),
  intro: z.array(text),
  sections: z.array(
    z.strictObject({
      id: z.string().describe('The fragment that the contents list and other pages link to.'),
      title: text,
      blocks: z.array(z.union([text, z.array(text)])),
    }),
  ),
});

/** The file name becomes the path of the page. */
const files = glob({ pattern: '*.yaml', base: './site/legal' });

export const collections = {
  legal: defineCollection({
    loader: {
      ...files,
      load: (context) => {
        // Astro caches a file until it changes, but its placeholders depend on other files.
        context.store.clear();
        return files.load(context);
      },
    },
    schema: legalSchema,
  }),
};
