type Words<Name extends string> = Readonly<Record<Name, string>>;

export type DemoLead = Words<
  'service' | 'name' | 'phone' | 'email' | 'location' | 'budget' | 'timeline' | 'description'
>;

/** A file of site/industries, as its schema describes it. */
export interface Industry {
  name: string;
  colors: Words<'primary' | 'primaryLight' | 'primaryDark' | 'accent'>;
  hero: Words<'headline' | 'subheadline' | 'description'>;
  howItWorks: Readonly<Record<'step1' | 'step2' | 'step3', Words<'title' | 'text'>>>;
  benefits: { title: string; items: readonly string[] };
  demoOnHome?: boolean;
  demoLeads: readonly DemoLead[];
}

const files = import.meta.glob<Industry>('../../site/industries/*.json', {
  eager: true,
  import: 'default',
});

/** The trades that have a page, by the path of it. */
export const industries = new Map(
  Object.entries(files).map(([file, it]) => [file.replace(/.*\/|\.json$/g, ''), it]),
);
