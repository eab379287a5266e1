import type { Contents } from '../../site/schema/site.ts';

/** A file of site/industries. */
export type Industry = Contents['industry'];

export type DemoLead = Industry['demoLeads'][number];

const files = import.meta.glob<Industry>('../../site/industries/*.json', {
  eager: true,
  import: 'default',
});

/** Industries that have a page, by its path. */
export const industries = new Map(
  Object.entries(files).map(([file, industry]) => [file.replace(/.*\/|\.json$/g, ''), industry]),
);
