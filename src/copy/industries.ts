import type treeService from '../../site/industries/tree-service.json';

/** A file of site/industries, as its schema describes it. */
export type Industry = typeof treeService;

export type DemoLead = Industry['demoLeads'][number];

const files = import.meta.glob<Industry>('../../site/industries/*.json', {
  eager: true,
  import: 'default',
});

/** The trades that have a page, by the path of it. */
export const industries = new Map(
  Object.entries(files).map(([file, it]) => [file.replace(/.*\/|\.json$/g, ''), it]),
);
