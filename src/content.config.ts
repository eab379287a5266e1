import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { industrySchema, slugOf } from './content/industry.ts';

const industries = defineCollection({
  loader: glob({
    pattern: '[^._]*',
    base: 'src/content/industries',
    generateId: ({ entry }) => slugOf(entry),
  }),
  schema: industrySchema,
});

export const collections = { industries };
