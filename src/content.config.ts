import { defineCollection } from 'astro:content';
import { industryFiles } from './content/industry-files.ts';
import { industrySchema } from './content/industry-schema.ts';

export const collections = {
  industries: defineCollection({ loader: industryFiles(), schema: industrySchema }),
};
